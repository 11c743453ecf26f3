// Describes an error in the user's language. The server's own messages become technical details.
import { movesFrom } from '../../../contract/work-item-moves.ts';
import {
  type ErrorDetail,
  NetworkError,
  RateLimitError,
  TimeoutError,
  VakwerkError,
  type WorkItemStatus,
} from '../../../sdk/src/index.ts';
import { i18n, type Values } from '../words/words.ts';
import { fieldLabel, fieldRule } from './field-rules.ts';
import { refusalRule } from './refusal-rules.ts';
import { errorWords } from './error-words.ts';
import { statusWords } from './work-item-words.ts';

/** An error whose message is already in the user's language. */
export class LocalizedError extends Error {}

/** Texts by HTTP status, for statuses with a specific meaning on one page. */
export type WordsByStatus = Partial<Record<number, string>>;

interface DescribedError {
  text: string;
  /** By the API's field names. */
  fields: { name: string; text: string }[];
  /** The original messages in English, for support. */
  original: string[];
}

export interface ErrorNoteProps {
  error: unknown;
  onRetry?: () => void;
  /** Texts for HTTP statuses with a specific meaning here. */
  known?: WordsByStatus;
  /** Fields that show their own errors. */
  fields?: readonly string[];
}

export function describeError(error: unknown, known: WordsByStatus = {}): DescribedError {
  if (error instanceof LocalizedError) return textOnly(error.message);
  if (error instanceof NetworkError || error instanceof TimeoutError) return described('noNetwork');
  if (!(error instanceof VakwerkError)) return describeAppError(error);
  const { status, code, messages } = error;
  if (code === 'other_brand') return described('otherBrand');
  const words = known[status ?? 0];
  if (words !== undefined) return textOnly(words);
  if (error instanceof RateLimitError) return tooMany(error);
  const fields = fieldsOf(error);
  const rule = fields.length > 0 ? null : (badMove(error) ?? refusalRule(code));
  return { text: rule ?? say(keyOf(status ?? 0)), fields, original: [...new Set(messages)] };
}

/** The fields for which there is a text. */
function fieldsOf(error: VakwerkError): DescribedError['fields'] {
  return [...detailsByField(error)].flatMap(([name, details]) => {
    const texts = new Set(details.map((detail) => fieldText(name, detail)));
    return [...texts].flatMap((text) => (text === null ? [] : [{ name, text }]));
  });
}

function detailsByField({ details }: VakwerkError): Map<string, ErrorDetail[]> {
  return Map.groupBy(
    details.filter(({ field }) => field !== null),
    ({ field }) => field!,
  );
}

function fieldText(name: string, detail: ErrorDetail): string | null {
  const [rule, label] = [fieldRule(detail), fieldLabel(name)];
  if (rule !== null) return label ? `${label}: ${lowerFirst(rule)}` : rule;
  return label ? say('invalidField', { label }) : null;
}

/** For use after a colon. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

type Key = keyof typeof errorWords.pairs;

function described(key: Key): DescribedError {
  return textOnly(say(key));
}

function textOnly(text: string, original: string[] = []): DescribedError {
  return { text, fields: [], original };
}

// Browsers have no error class for a failed dynamic import, only messages.
const notLoaded = /dynamically imported module|importing a module script|preload CSS/i;

function describeAppError(error: unknown): DescribedError {
  const message = String((error as Error | null)?.message ?? error);
  return notLoaded.test(message) ? described('notLoaded') : textOnly(say('unexpected'), [message]);
}

const minuteMs = 60_000;

function tooMany({ retryAfterMs }: RateLimitError): DescribedError {
  const minutes = Math.max(1, Math.ceil((retryAfterMs ?? 0) / minuteMs));
  return textOnly(say('tooMany', { minutes }));
}

function badMove({ code, details }: VakwerkError): string | null {
  if (code !== 'move_not_allowed') return null;
  const { from, to } = details[0]?.values ?? {};
  if (!isStatus(from) || !isStatus(to)) return null;
  const allowed = movesFrom[from].map((one) => `“${nameOf(one)}”`).join(', ');
  return say('badMove', { from: nameOf(from), to: nameOf(to), allowed });
}

function isStatus(text: string | number | undefined): text is WorkItemStatus {
  return text !== undefined && text in statusWords.pairs;
}

function nameOf(status: WorkItemStatus): string {
  return i18n._(`${statusWords.area}.${status}`);
}

const keys: Partial<Record<number, Key>> = {
  400: 'invalid',
  401: 'signedOut',
  403: 'notAllowed',
  404: 'notFound',
  409: 'conflict',
  412: 'changed',
  413: 'tooLarge',
  422: 'conflict',
};
function keyOf(status: number): Key {
  return keys[status] ?? (status >= 500 ? 'serverFailed' : 'other');
}

export function requestIdOf(error: unknown): string | null {
  return error instanceof VakwerkError ? error.requestId : null;
}

/** Error texts to show at the fields of a form. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof VakwerkError)) return {};
  return Object.fromEntries(
    [...detailsByField(error)].map(([name, details]) => [
      name,
      [...new Set(details.map(fieldMessage))].join('; '),
    ]),
  );
}

/** What was wrong with a lead, one text per field and rule. */
export function describeDetails(details: readonly ErrorDetail[]): string[] {
  const texts = details.flatMap((detail) =>
    detail.field === null ? [] : [fieldText(detail.field, detail)],
  );
  return [...new Set(texts.filter((text) => text !== null))];
}

/** A generic text for an unknown rule. */
export function fieldMessage(detail: ErrorDetail): string {
  return fieldRule(detail) ?? say('invalidValue');
}

function say(key: Key, values?: Values): string {
  return i18n._(`${errorWords.area}.${key}`, values);
}
