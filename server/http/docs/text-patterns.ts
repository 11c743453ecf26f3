// Patterns of request bodies, in the syntax that all languages share: without `\u` and `\p`, and with
// invisible characters as they are, which JSON can escape. None takes quadratic time.
import { invisible } from '#core/reading/clean-text.ts';

const hidden = `\\s\\x00-\\x1f\\x7f${JSON.parse(`"${invisible}"`)}`;
const ofEmail = `[^${hidden}@<>()\\[\\]:;,"\\\\]`;
const lastOfEmail = `[^${hidden}@<>()\\[\\]:;,"\\\\.]`;

export const hasVisible = `[^${hidden}]`;
export const isBlank = `^[${hidden}]*$`;
/** Blank, or an e-mail address; the service knows more about domains. */
export const isSpacedEmail = `^[${hidden}]*(?:${ofEmail}+@${ofEmail}+\\.${lastOfEmail}+[${hidden}]*)?$`;

/** Blank, or one of the values. */
export function isSpacedOneOf(values: readonly string[]): string {
  return `^(?:[${hidden}]*|\\s*(?:${values.join('|')})\\s*)$`;
}
