import { cutMessages } from '../reading/cut-messages.ts';
import { errorDetails } from '../reading/error-details.ts';
import { type FieldMessage, textsOf } from '../reading/field-message.ts';
import type { LoggedError } from '../requests/present-request.ts';

/** Why an intake was refused, as it is stored. */
export function intakeRefusal(messages: readonly FieldMessage[]): string {
  return readableRefusal(cutMessages(textsOf(messages)), errorDetails(messages));
}

export function readableRefusal(message: string[], details: string): string {
  return JSON.stringify({ message, code: 'validation_failed', details } satisfies LoggedError);
}
