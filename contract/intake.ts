// An intake: what came in, as it came. It became a lead, is held until a person decides, or was refused.
import { type Static, Type } from 'typebox';
import { BodyEncoding, HeldReason, IntakeSource, IntakeState } from './enums.ts';
import { ErrorCode } from './error-body.ts';
import { fieldOf, Id, nullable, Timestamp } from './field-types.ts';
import { page, several, since } from './list-query.ts';

const intakeFields = {
  id: Id('Identifier of the intake'),
  channelId: nullable(Id('The channel; null for the API and imports')),
  source: fieldOf(IntakeSource, 'How it came in'),
  state: fieldOf(
    IntakeState,
    'It became a lead, is held until a person decides, was refused, or was discarded',
  ),
  reason: nullable(fieldOf(HeldReason, 'Why it is held')),
  receivedAt: Timestamp('When it came in'),
  message: Type.Unsafe<string | string[] | null>({
    type: ['string', 'array', 'null'],
    items: { type: 'string' },
    description: 'Why it was refused, in the words of the API',
    examples: [['title is required: send a non-empty string']],
  }),
  errorCode: Type.Unsafe<Static<typeof ErrorCode> | null>({
    anyOf: [ErrorCode, { type: 'null' }],
    description: 'The code of the refusal',
  }),
  errorDetails: nullable(
    Type.String({
      description: 'The fields and the rules that they break, as in Error-Details',
      examples: ['"title";rule=required'],
    }),
  ),
  workItemId: nullable(Id('The lead that it became')),
  lead: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'The fields of a lead that were found in it, before they are checked',
  }),
  fileCount: Type.Integer({ description: 'The number of pictures that came with it' }),
};

export const ListedIntake = Type.Object(intakeFields, {
  $id: 'ListedIntake',
  description: 'Something that came in',
});

export const Intake = Type.Object(
  {
    ...intakeFields,
    contentType: nullable(Type.String({ description: 'The Content-Type that was sent' })),
    sent: Type.Unsafe<unknown>({
      description:
        'What was read from the body: fields, or the parts of a mail; null if unreadable',
    }),
    body: nullable(
      Type.String({ description: 'The body as it came; null for a form with pictures' }),
    ),
    bodyEncoding: fieldOf(
      BodyEncoding,
      'How `body` is written: as it is, or in base64 when it is no UTF-8 text',
    ),
    parts: Type.Unsafe<Record<string, unknown>[] | null>({
      type: ['array', 'null'],
      items: { type: 'object', additionalProperties: true },
      description:
        'What accepting it makes when it is held because it has several leads: the fields of each; else null',
    }),
    files: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name of the file' }),
        contentType: Type.String({ description: 'What the sender called its type' }),
        sizeBytes: Type.Integer({ description: 'Its size' }),
      }),
      { description: 'Pictures that came with it' },
    ),
  },
  { $id: 'Intake', description: 'Something that came in, with its body' },
);

export const IntakeListQuery = Type.Object({
  state: several(IntakeState, 'Only these states'),
  source: several(IntakeSource, 'Only these sources'),
  channelId: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only from this channel, by its id' }),
  ),
  since: since('that came in at this time or later'),
  before: since('that came in before this time'),
  ...page,
});

export type ListedIntake = Static<typeof ListedIntake>;
export type Intake = Static<typeof Intake>;
