// A channel: where leads come from besides the API, and how their fields map onto a lead.
import { type Static, Type } from 'typebox';
import { Id, nullable, oneOf, Timestamp } from './field-types.ts';
import { channelTypes, type FormField, type MailboxError, portals } from './intake-lists.ts';
import type { LeadField } from './lead-submission.ts';
import {
  channelOriginsMax,
  channelUrlLengthMax,
  logoLengthMax,
  mailboxUrlLengthMax,
  nameLengthMax,
  responseBodyLengthMax,
} from './limits.ts';

/** A path into what was sent, several joined by a space or as lines with labels, or a constant. */
export type MapValue =
  | string
  | readonly string[]
  | { readonly lines: readonly string[] }
  | { readonly value: string };
/** Read by `readFieldMap`. */
export type FieldMap = Readonly<Partial<Record<LeadField, MapValue>>>;

const FieldMapObject = Type.Unsafe<FieldMap>({
  type: 'object',
  additionalProperties: true,
  description: 'The field of a lead, and where its value is found in what was sent',
});

/** The fields of a form in their order; `readFormSettings` validates them. */
export interface ShownField {
  field: FormField;
  isRequired: boolean;
  /** Null for the usual words in the visitor's language. */
  label: string | null;
}

const settings = {
  name: Type.String({ minLength: 1, maxLength: nameLengthMax, description: 'A label' }),
  /** Null: fields are recognised by their usual names. */
  map: nullable(FieldMapObject),
  origins: Type.Array(Type.String({ minLength: 1, maxLength: channelUrlLengthMax }), {
    maxItems: channelOriginsMax,
    description: 'Form: the websites that may post from a script, such as https://example.com',
  }),
  thanksUrl: nullable(
    Type.String({ maxLength: channelUrlLengthMax, description: 'Form: where a visitor goes then' }),
  ),
  fields: Type.Array(Type.Unknown(), { description: 'Form: the fields of the hosted page' }),
  intro: nullable(Type.String({ maxLength: 1_000, description: 'Form: a text above the fields' })),
  colour: nullable(
    Type.String({ maxLength: 7, description: 'Form: the colour of buttons, such as #0b6e4f' }),
  ),
  logo: nullable(
    Type.String({
      maxLength: logoLengthMax,
      description: 'Form: a PNG, JPEG or WebP as a data URL',
    }),
  ),
  portal: nullable(oneOf(portals, 'Hook: the sender, whose format is known')),
  secret: nullable(
    Type.String({
      maxLength: nameLengthMax,
      description: 'Hook: a secret that the body must have',
    }),
  ),
  responseStatus: nullable(
    Type.Integer({ minimum: 200, maximum: 299, description: 'Hook: the status for the sender' }),
  ),
  responseBody: nullable(
    Type.String({ maxLength: responseBodyLengthMax, description: 'Hook: the body for the sender' }),
  ),
  mailboxUrl: nullable(
    Type.String({
      maxLength: mailboxUrlLengthMax,
      description: 'Mail: a mailbox to poll, such as imaps://user:password@mail.example.com/INBOX',
    }),
  ),
};

export const NewChannel = Type.Object({
  type: oneOf(channelTypes, 'Kind of channel'),
  ...(Type.Partial(Type.Object(settings)).properties as typeof settings),
  name: settings.name,
});

export const ChannelPatch = Type.Partial(Type.Object(settings));

/** Of one week, Monday first. */
export interface ChannelWeek {
  from: string;
  leads: number;
  held: number;
  refused: number;
}

export interface ChannelFigures {
  lastIntakeAt: string | null;
  /** Of the last weeks, oldest first. */
  weeks: ChannelWeek[];
  /** Leads of the kept weeks, and how many of them became jobs. */
  leads: number;
  jobs: number;
  /** Held intakes that were deleted because there were too many. */
  dropped: number;
  /** `quiet`: nothing for three times the usual gap. `refusing`: most of the latest were refused. */
  warning: 'quiet' | 'refusing' | 'mailbox' | null;
  /** Of the mailbox that is polled. */
  mailboxError: MailboxError | null;
}

export const Channel = Type.Object(
  {
    id: Id('Identifier of the channel'),
    type: oneOf(channelTypes, 'Kind of channel'),
    ...settings,
    mailboxUrl: nullable(Type.String({ description: 'Mail: the mailbox, without its password' })),
    url: nullable(Type.String({ description: 'Form and hook: where to post' })),
    address: nullable(Type.String({ description: 'Mail: the address to write to' })),
    createdAt: Timestamp('When it was created'),
  },
  { $id: 'Channel', description: 'Where leads come from besides the API' },
);

export type NewChannel = Pick<Static<typeof NewChannel>, 'type' | 'name'> &
  Partial<Static<typeof ChannelPatch>>;
export type ChannelPatch = Static<typeof ChannelPatch>;
export type Channel = Static<typeof Channel>;
