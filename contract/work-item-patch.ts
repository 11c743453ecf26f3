import { type Static, Type } from 'typebox';
import { Priority, Source, WorkItemStatus } from './enums.ts';
import { fieldOf, nullable, nullableTags, nullableText } from './field-types.ts';
import {
  budgetQuoteLengthMax,
  categoryLengthMax,
  centsMax,
  hoursLengthMax,
  longTextLengthMax,
  nameLengthMax,
  reasonLengthMax,
  signatureLengthMax,
  titleLengthMax,
  wholeNotesLengthMax,
} from './limits.ts';

const time = (description: string) => nullable(Type.String({ format: 'date-time', description }));

const cents = (description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: centsMax, description, examples: [12_500] }));

/** Fields of a job besides its title, for both creation and patch. */
export const jobFields = {
  description: Type.String({ maxLength: longTextLengthMax, description: 'Full description' }),
  priority: Priority,
  category: nullableText(categoryLengthMax, 'Kind of job'),
  tags: nullableTags,
  notes: nullableText(longTextLengthMax, 'Notes for the business'),
  scheduledStart: time('When the work is planned to begin; with a time zone'),
  scheduledEnd: time('When it is planned to end; not before the start'),
  estimatedCost: cents('In cents'),
  budgetQuote: nullableText(budgetQuoteLengthMax, 'Budget range'),
  assigneeId: nullable(Type.String({ description: 'A member of the brand; null for nobody' })),
  followUpAt: time('When to come back to it, such as to call back; with a time zone'),
};

export const WorkItemPatch = Type.Partial(
  Type.Object({
    title: Type.String({
      minLength: 1,
      maxLength: titleLengthMax,
      description: 'Short summary of the job',
    }),
    ...jobFields,
    status: fieldOf(WorkItemStatus, 'The new status; the allowed moves depend on the current one'),
    reason: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      description: 'Why it was lost or cancelled; kept in the history',
    }),
    notes: nullableText(wholeNotesLengthMax, 'Notes for the business, replacing all of them'),
    completionNotes: nullableText(longTextLengthMax, 'What was done'),
    hoursWorked: nullableText(hoursLengthMax, 'Hours worked, as text'),
    materials: nullableText(longTextLengthMax, 'Materials used, as text'),
    signedBy: nullableText(nameLengthMax, 'Name of the person who signed'),
    finalCost: cents('In cents'),
    customerSignature: nullableText(signatureLengthMax, 'An image as a data URL, or a name'),
    source: fieldOf(Source, 'How it came in'),
    customerId: nullable(
      Type.String({
        minLength: 1,
        description:
          'Another customer of the brand; null for a new customer, made from what was submitted',
      }),
    ),
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
