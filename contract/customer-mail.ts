// The settings of mails to customers, for the web app's own endpoint.
import { type Static, Type } from 'typebox';
import { isExact } from './field-patterns.ts';
import { nullable } from './field-types.ts';
import { emailLengthMax } from './limits.ts';

export const CustomerMailPatch = Type.Object({
  receipt: Type.Optional(Type.Boolean()),
  appointment: Type.Optional(Type.Boolean()),
  /** The address of the business, which gets the answers. */
  replyTo: Type.Optional(
    nullable(
      Type.String({
        format: 'idn-email',
        maxLength: emailLengthMax,
        minLength: 1,
        [isExact]: true,
      }),
    ),
  ),
  /** By language and kind, read by readMailTexts; null restores the text that comes with the program. */
  texts: Type.Optional(Type.Object({})),
});

export type CustomerMailPatch = Static<typeof CustomerMailPatch>;
