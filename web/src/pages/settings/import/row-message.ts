// Translates the server's messages about a row.
import { fieldRule } from '../../../parts/field-rules.ts';
import { fieldMessage } from '../../../parts/describe-error.ts';
import type { Say } from '../../../words/words.ts';
import { isLeadField, type LeadField } from '../lead-fields.ts';
import type { importWords } from './import-words.ts';

type Key = keyof typeof importWords.pairs;

const rules: readonly [RegExp, Key][] = [
  [/was erased while it waited/, 'erased'],
  [/could not be stored/, 'notStored'],
];

export function rowMessage(message: string, say: Say<Key>, sayField: Say<LeadField>): string {
  const rule = ruleOf(message);
  const words = rule ? say(rule[1]) : fieldMessage(message);
  // Messages begin with the field's name.
  const [name = ''] = message.split(' ', 1);
  return isLeadField(name) ? `${sayField(name)}: ${words}` : words;
}

/** Without a translation, the server's own message is shown too. */
export function isWithoutWords(message: string): boolean {
  return !ruleOf(message) && fieldRule(message) === null;
}

function ruleOf(message: string): (typeof rules)[number] | undefined {
  return rules.find(([pattern]) => pattern.test(message));
}
