// What went wrong, in words for whoever uses the app. What the service said itself is a detail at most.
import { otherBrandMessage } from '../../../contract/account-lists.ts';
import {
  NetworkError,
  RateLimitError,
  TimeoutError,
  VakwerkError,
  ValidationError,
  type WorkItemStatus,
} from '../../../sdk/src/index.ts';
import { i18n, type Values } from '../words/words.ts';
import { troubleWords } from './trouble-words.ts';
import { statusWords } from './work-item-words.ts';

/** Its message is in the language of whoever reads it. */
export class PlainError extends Error {}

/** Words by HTTP status, for what a status means at one place. */
export type WordsByStatus = Partial<Record<number, string>>;

interface Trouble {
  text: string;
  details: string[];
}

export function troubleOf(error: unknown, known: WordsByStatus = {}): Trouble {
  if (error instanceof PlainError) return { text: error.message, details: [] };
  if (error instanceof NetworkError || error instanceof TimeoutError) return plain('noNetwork');
  if (!(error instanceof VakwerkError)) return troubleOfApp(error);
  const { status, messages } = error;
  if (messages[0] === otherBrandMessage) return plain('otherBrand');
  const words = known[status ?? 0];
  if (words !== undefined) return { text: words, details: [] };
  if (error instanceof RateLimitError) return tooMany(error);
  const text = badMove(messages[0]!) ?? say(keyOf(status ?? 0));
  return { text, details: saysAll.has(status ?? 0) || (status ?? 0) >= 500 ? [] : messages };
}

type Key = keyof typeof troubleWords.pairs;

function plain(key: Key): Trouble {
  return { text: say(key), details: [] };
}

// In the words of the browsers, which have no name for it.
const notLoaded = /dynamically imported module|importing a module script|preload CSS/i;

function troubleOfApp(error: unknown): Trouble {
  const message = String((error as Error | null)?.message ?? error);
  return notLoaded.test(message)
    ? plain('notLoaded')
    : { text: say('unexpected'), details: [message] };
}

const minuteMs = 60_000;

function tooMany({ retryAfterMs }: RateLimitError): Trouble {
  const minutes = Math.max(1, Math.ceil((retryAfterMs ?? 0) / minuteMs));
  return { text: say('tooMany', { minutes }), details: [] };
}

function badMove(message: string): string | null {
  const [, from, to] = /^status cannot go from (\w+) to (\w+)/.exec(message) ?? [];
  if (!isStatus(from) || !isStatus(to)) return null;
  return say('badMove', { from: nameOf(from), to: nameOf(to) });
}

function isStatus(text: string | undefined): text is WorkItemStatus {
  return text !== undefined && text in statusWords.pairs;
}

function nameOf(status: WorkItemStatus): string {
  return i18n._(`${statusWords.area}.${status}`);
}

const keys: Partial<Record<number, Key>> = {
  400: 'notRight',
  401: 'signedOut',
  403: 'notAllowed',
  404: 'notThere',
  409: 'notNow',
  412: 'changedMeanwhile',
  413: 'tooLarge',
  422: 'notNow',
};
// To these the service has nothing to add.
const saysAll = new Set([401, 404, 412]);

function keyOf(status: number): Key {
  return keys[status] ?? (status >= 500 ? 'serverFailed' : 'other');
}

/** What is wrong with each field; in the service's own words where we have none. */
export function wrongFields(error: unknown): Record<string, string> {
  if (!(error instanceof ValidationError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, messages]) => [
      name,
      messages.map(fieldMessage).join('; '),
    ]),
  );
}

const fieldRules: readonly [RegExp, Key, valueName?: string][] = [
  [/ is required|must not be (empty|null)/, 'needed'],
  [/must be an e-mail address/, 'emailWrong'],
  [/at least six digits/, 'phoneWrong'],
  [/at least one digit/, 'digitsWrong'],
  [/must be one of/, 'notInList'],
  [/must be at most (\d+) characters/, 'tooLong', 'max'],
  [/must be at least (\d+) characters/, 'tooShort', 'min'],
  [/must have at most (\d+) items/, 'tooManyItems', 'max'],
  [/commonest passwords/, 'commonPassword'],
  [/must not be your e-mail address/, 'emailAsPassword'],
  [/must not be before scheduledStart/, 'endBeforeStart'],
  [/must begin with https/, 'notHttps'],
];

/** The same as it came where there are no words for it. */
export function fieldMessage(message: string): string {
  for (const [pattern, key, valueName] of fieldRules) {
    const found = pattern.exec(message);
    if (found) return say(key, valueName ? { [valueName]: Number(found[1]) } : {});
  }
  return message;
}

function say(key: Key, values?: Values): string {
  return i18n._(`${troubleWords.area}.${key}`, values);
}
