import { Type } from 'typebox';
import { oneOf } from './field-types.ts';

export const OverviewQuery = Type.Object({
  days: Type.Optional(oneOf(['7', '30', '90'], 'How many days, today included')),
});
