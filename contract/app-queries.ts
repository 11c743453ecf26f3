// Query parameters of the web app's own endpoints.
import { Type } from 'typebox';
import { oneOf } from './field-types.ts';
import { LeadListQuery } from './list-query.ts';

/** The filters of the lead list that the board's counts support. */
export const BoardQuery = Type.Pick(LeadListQuery, [
  'priority',
  'source',
  'tag',
  'assigneeId',
  'createdSince',
  'createdBefore',
]);

export const csvSeparators = { comma: ',', semicolon: ';' } as const;
type SeparatorName = keyof typeof csvSeparators;

export const ExportQuery = Type.Object({
  brand: Type.Optional(
    Type.String({ description: 'The brand to export: a plain link cannot send a header' }),
  ),
  separator: Type.Optional(
    oneOf(Object.keys(csvSeparators) as SeparatorName[], 'The separator between cells'),
  ),
});

export const OverviewQuery = Type.Object({
  days: Type.Optional(oneOf(['7', '30', '90'], 'How many days, today included')),
});

export const StreamQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'The last event already seen' })),
});
