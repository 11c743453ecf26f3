import { Type } from 'typebox';
import { LeadListQuery } from './list-query.ts';

/** Those filters of the list of leads under which leads are counted. */
export const BoardQuery = Type.Pick(LeadListQuery, [
  'priority',
  'source',
  'tag',
  'createdSince',
  'createdBefore',
]);
