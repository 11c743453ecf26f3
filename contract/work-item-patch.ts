import { type Static, Type } from 'typebox';
import { nullable, oneOf } from './field-types.ts';
import {
  budgetQuoteLengthMax,
  categoryLengthMax,
  centsMax,
  longTextLengthMax,
  reasonLengthMax,
  signatureLengthMax,
  tagLengthMax,
  tagsMax,
  titleLengthMax,
} from './limits.ts';
import { priorities, statuses } from './work-item-lists.ts';

const text = (maxLength: number, description: string) =>
  nullable(Type.String({ maxLength, description }));

const time = (description: string) => nullable(Type.String({ format: 'date-time', description }));

const cents = (description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: centsMax, description, examples: [12_500] }));

/** What a job has beside its title, whether it is being made or changed. */
export const jobFields = {
  description: Type.String({ maxLength: longTextLengthMax, description: 'The whole story' }),
  priority: oneOf(priorities, 'How soon it wants attention'),
  category: text(categoryLengthMax, 'Kind of job'),
  tags: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: tagLengthMax }), {
      maxItems: tagsMax,
      description: 'Labels; the list takes the place of the one before',
    }),
  ),
  notes: text(longTextLengthMax, 'Remarks for the business'),
  scheduledStart: time('When the work is planned to begin; with a time zone'),
  scheduledEnd: time('When it is planned to end; not before its start'),
  estimatedCost: cents('In cents'),
  budgetQuote: text(budgetQuoteLengthMax, 'Budget range'),
};

export const WorkItemPatch = Type.Partial(
  Type.Object({
    title: Type.String({ minLength: 1, maxLength: titleLengthMax, description: 'In a few words' }),
    ...jobFields,
    status: oneOf(statuses, 'Where it goes next; which moves there are depends on where it is'),
    reason: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      description: 'Why it was lost or cancelled; kept in the history',
    }),
    completionNotes: text(longTextLengthMax, 'What was done'),
    finalCost: cents('In cents'),
    customerSignature: text(signatureLengthMax, 'A picture as a data URL, or a name'),
    addressId: nullable(Type.String({ description: 'An address of the brand' })),
    archivedAt: time('A time puts it into the archive, null takes it out'),
  }),
  {
    $id: 'WorkItemPatch',
    description:
      'Only the fields to be changed; null empties a field that can be empty (JSON Merge Patch, RFC 7396)',
  },
);

export type WorkItemPatch = Static<typeof WorkItemPatch>;
