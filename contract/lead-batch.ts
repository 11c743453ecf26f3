import { type Static, Type } from 'typebox';
import { ErrorBody, ErrorCode } from './error-body.ts';
import { CustomerMatch } from './enums.ts';
import { fieldOf, Id, nullable } from './field-types.ts';
import { batchLeadsMax } from './limits.ts';
import { LeadSubmission } from './lead-submission.ts';
import { WorkItem } from './work-item.ts';

export const LeadBatch = Type.Object(
  {
    leads: Type.Array(LeadSubmission, {
      minItems: 1,
      maxItems: batchLeadsMax,
      description:
        'Each lead as in a single request; an invalid one is refused alone, in its own entry',
    }),
    dryRun: Type.Optional(
      Type.Boolean({
        description:
          'Only report what would happen to each lead; nothing is stored. Default: false',
      }),
    ),
  },
  { $id: 'LeadBatch', description: 'Several leads at once' },
);

export const LeadBatchError = Type.Object(
  {
    ...ErrorBody.properties,
    code: fieldOf(ErrorCode, 'What the `Error-Code` header of a single request would say'),
    details: nullable(
      Type.String({
        description: 'What the `Error-Details` header would say; null without one',
        examples: ['"title";rule=required'],
      }),
    ),
  },
  { $id: 'LeadBatchError', description: 'Why a lead of a batch was not stored' },
);

export const LeadBatchEntry = Type.Object(
  {
    created: Type.Boolean({ description: 'Whether the lead is stored' }),
    matched: nullable(
      fieldOf(
        CustomerMatch,
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
    error: Type.Unsafe<LeadBatchError | null>({
      anyOf: [LeadBatchError, { type: 'null' }],
      description:
        'Why it was not stored: the error that a single request would get, with its code and details',
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

export type LeadBatchError = Static<typeof LeadBatchError>;
export type LeadBatchEntry = Static<typeof LeadBatchEntry>;
