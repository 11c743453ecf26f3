// What went wrong, in words for whoever uses the app. What the service said itself is a detail at most.
import { otherBrandMessage } from '../../../contract/account-lists.ts';
import { movesFrom } from '../../../contract/work-item-moves.ts';
import {
  NetworkError,
  RateLimitError,
  TimeoutError,
  VakwerkError,
  ValidationError,
  type WorkItemStatus,
} from '../../../sdk/src/index.ts';
import { i18n, type Values } from '../words/words.ts';
import { fieldLabel, fieldRule } from './field-rules.ts';
import { refusalRule } from './refusal-rules.ts';
import { troubleWords } from './trouble-words.ts';
import { statusWords } from './work-item-words.ts';

/** Its message is in the language of whoever reads it. */
export class PlainError extends Error {}

/** Words by HTTP status, for what a status means at one place. */
export type WordsByStatus = Partial<Record<number, string>>;

interface Trouble {
  text: string;
  /** What is wrong with each field, with the name that the service has for it. */
  fields: { name: string; text: string }[];
  /** What the service said, or the app itself: in English, for who helps. */
  original: string[];
}

export function troubleOf(error: unknown, known: WordsByStatus = {}): Trouble {
  if (error instanceof PlainError) return said(error.message);
  if (error instanceof NetworkError || error instanceof TimeoutError) return plain('noNetwork');
  if (!(error instanceof VakwerkError)) return troubleOfApp(error);
  const { status, messages } = error;
  if (messages[0] === otherBrandMessage) return plain('otherBrand');
  const words = known[status ?? 0];
  if (words !== undefined) return said(words);
  if (error instanceof RateLimitError) return tooMany(error);
  const fields = fieldsOf(error);
  const rule = fields.length > 0 ? null : ruleOf(messages[0]!);
  return { text: rule ?? say(keyOf(status ?? 0)), fields, original: [...new Set(messages)] };
}

/** Those of which we can say more than that they are wrong. */
function fieldsOf(error: VakwerkError): Trouble['fields'] {
  if (!(error instanceof ValidationError)) return [];
  return Object.entries(error.fields).flatMap(([name, messages]) => {
    const texts = new Set(messages.map((message) => fieldText(name, message)));
    return [...texts].flatMap((text) => (text === null ? [] : [{ name, text }]));
  });
}

function fieldText(name: string, message: string): string | null {
  const [rule, label] = [fieldRule(message), fieldLabel(name)];
  if (rule !== null) return label ? `${label}: ${small(rule)}` : rule;
  return label ? say('fieldWrong', { label }) : null;
}

/** As it goes on behind a colon. */
function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function ruleOf(message: string): string | null {
  return badMove(message) ?? refusalRule(message) ?? fieldRule(message);
}

type Key = keyof typeof troubleWords.pairs;

function plain(key: Key): Trouble {
  return said(say(key));
}

function said(text: string, original: string[] = []): Trouble {
  return { text, fields: [], original };
}

// In the words of the browsers, which have no name for it.
const notLoaded = /dynamically imported module|importing a module script|preload CSS/i;

function troubleOfApp(error: unknown): Trouble {
  const message = String((error as Error | null)?.message ?? error);
  return notLoaded.test(message) ? plain('notLoaded') : said(say('unexpected'), [message]);
}

const minuteMs = 60_000;

function tooMany({ retryAfterMs }: RateLimitError): Trouble {
  const minutes = Math.max(1, Math.ceil((retryAfterMs ?? 0) / minuteMs));
  return said(say('tooMany', { minutes }));
}

function badMove(message: string): string | null {
  const [, from, to] = /^status cannot go from (\w+) to (\w+)/.exec(message) ?? [];
  if (!isStatus(from) || !isStatus(to)) return null;
  const allowed = movesFrom[from].map((one) => `“${nameOf(one)}”`).join(', ');
  return say('badMove', { from: nameOf(from), to: nameOf(to), allowed });
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
function keyOf(status: number): Key {
  return keys[status] ?? (status >= 500 ? 'serverFailed' : 'other');
}

/** What is wrong with each field, to be said at it. */
export function wrongFields(error: unknown): Record<string, string> {
  if (!(error instanceof ValidationError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, messages]) => [
      name,
      [...new Set(messages.map(fieldMessage))].join('; '),
    ]),
  );
}

/** That it is wrong, where there are no words for the rule that it breaks. */
export function fieldMessage(message: string): string {
  return fieldRule(message) ?? say('wrongValue');
}

function say(key: Key, values?: Values): string {
  return i18n._(`${troubleWords.area}.${key}`, values);
}
