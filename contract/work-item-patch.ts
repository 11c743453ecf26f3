import { type Static, Type } from 'typebox';
import { nullable, nullableTags, nullableText, oneOf } from './field-types.ts';
import {
  budgetQuoteLengthMax,
  categoryLengthMax,
  centsMax,
  longTextLengthMax,
  reasonLengthMax,
  signatureLengthMax,
  titleLengthMax,
} from './limits.ts';
import { priorities, statuses } from './work-item-lists.ts';

const time = (description: string) => nullable(Type.String({ format: 'date-time', description }));

const cents = (description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: centsMax, description, examples: [12_500] }));

/** Fields of a job besides its title, for both creation and patch. */
export const jobFields = {
  description: Type.String({ maxLength: longTextLengthMax, description: 'Full description' }),
  priority: oneOf(priorities, 'How urgent it is'),
  category: nullableText(categoryLengthMax, 'Kind of job'),
  tags: nullableTags,
  notes: nullableText(longTextLengthMax, 'Notes for the business'),
  scheduledStart: time('When the work is planned to begin; with a time zone'),
  scheduledEnd: time('When it is planned to end; not before the start'),
  estimatedCost: cents('In cents'),
  budgetQuote: nullableText(budgetQuoteLengthMax, 'Budget range'),
};

export const WorkItemPatch = Type.Partial(
  Type.Object({
    title: Type.String({
      minLength: 1,
      maxLength: titleLengthMax,
      description: 'Short summary of the job',
    }),
    ...jobFields,
    status: oneOf(statuses, 'The new status; the allowed moves depend on the current one'),
    reason: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      description: 'Why it was lost or cancelled; kept in the history',
    }),
    completionNotes: nullableText(longTextLengthMax, 'What was done'),
    finalCost: cents('In cents'),
    customerSignature: nullableText(signatureLengthMax, 'An image as a data URL, or a name'),
    addressId: nullable(Type.String({ description: 'An address of the brand' })),
    archivedAt: time('A time archives it, null restores it'),
  }),
  {
    $id: 'WorkItemPatch',
    description:
      'Only the fields to change; null clears a field that may be empty (JSON Merge Patch, RFC 7396)',
  },
);

export type WorkItemPatch = Static<typeof WorkItemPatch>;
