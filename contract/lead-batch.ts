import { type Static, Type } from 'typebox';
import { ErrorBody } from './error-body.ts';
import { Id, nullable, oneOf } from './field-types.ts';
import { matches } from './lead-batch-lists.ts';
import { batchLeadsMax } from './limits.ts';
import { LeadSubmission } from './lead-submission.ts';
import { WorkItem } from './work-item.ts';

export const LeadBatch = Type.Object(
  {
    leads: Type.Array(LeadSubmission, {
      minItems: 1,
      maxItems: batchLeadsMax,
      description: 'Each as it would be sent alone',
    }),
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Only say what would become of each lead; nothing is stored',
      }),
    ),
  },
  { $id: 'LeadBatch', description: 'Several leads at once' },
);

export const LeadBatchEntry = Type.Object(
  {
    created: Type.Boolean({ description: 'Whether the lead is stored' }),
    matched: nullable(
      oneOf(
        matches,
        'Who it belongs to: a new customer, or one that was found; null when refused, and in a dry run with a key that may not read customers',
      ),
    ),
    customerId: nullable(
      Id('The customer; null when there is none yet, in a dry run, or when it was refused'),
    ),
    workItem: Type.Unsafe<WorkItem | null>({
      anyOf: [WorkItem, { type: 'null' }],
      description: 'The lead, when it is stored',
    }),
    error: Type.Unsafe<ErrorBody | null>({
      anyOf: [ErrorBody, { type: 'null' }],
      description: 'Why it is not stored; what a call with this lead alone would have answered',
    }),
  },
  { $id: 'LeadBatchEntry', description: 'What became of one lead of a batch' },
);

export const LeadBatchResult = Type.Object(
  {
    data: Type.Array(LeadBatchEntry, { description: 'One for each lead, in the order they came' }),
    dryRun: Type.Boolean({ description: 'Whether it was only a plan' }),
  },
  { $id: 'LeadBatchResult', description: 'What became of the leads of a batch' },
);

export type LeadBatchEntry = Static<typeof LeadBatchEntry>;
