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
      description: 'Each lead as in a single request',
    }),
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Only report what would happen to each lead; nothing is stored',
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
        'How the customer was found; null when the lead was refused, and in a dry run with a key that may not read customers',
      ),
    ),
    customerId: nullable(
      Id('The customer; null when the lead was refused, or when a dry run found none'),
    ),
    workItem: Type.Unsafe<WorkItem | null>({
      anyOf: [WorkItem, { type: 'null' }],
      description: 'The lead, if it was stored',
    }),
    error: Type.Unsafe<ErrorBody | null>({
      anyOf: [ErrorBody, { type: 'null' }],
      description: 'Why it was not stored: the error that a single request would get',
    }),
  },
  { $id: 'LeadBatchEntry', description: 'The outcome of one lead of a batch' },
);

export const LeadBatchResult = Type.Object(
  {
    data: Type.Array(LeadBatchEntry, { description: 'One entry per lead, in order' }),
    dryRun: Type.Boolean({ description: 'Whether this was a dry run' }),
  },
  { $id: 'LeadBatchResult', description: 'The outcome of a batch' },
);

export type LeadBatchEntry = Static<typeof LeadBatchEntry>;
