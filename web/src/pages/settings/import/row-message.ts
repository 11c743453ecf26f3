// What is wrong with a row of a file, in words for whoever sent it.
import { fieldRule } from '../../../parts/field-rules.ts';
import { fieldMessage } from '../../../parts/trouble.ts';
import type { Say } from '../../../words/words.ts';
import { isLeadField, type LeadField } from '../lead-fields.ts';
import type { importWords } from './import-words.ts';

type Key = keyof typeof importWords.pairs;

const rules: readonly [RegExp, Key][] = [
  [/was erased while it waited/, 'erasedMeanwhile'],
  [/could not be stored/, 'notStored'],
];

export function rowMessage(message: string, say: Say<Key>, sayField: Say<LeadField>): string {
  const rule = ruleOf(message);
  const words = rule ? say(rule[1]) : fieldMessage(message);
  // The service names the field first.
  const [name = ''] = message.split(' ', 1);
  return isLeadField(name) ? `${sayField(name)}: ${words}` : words;
}

/** There are no words for what is wrong: what the service said is all there is to go by. */
export function isWithoutWords(message: string): boolean {
  return !ruleOf(message) && fieldRule(message) === null;
}

function ruleOf(message: string): (typeof rules)[number] | undefined {
  return rules.find(([pattern]) => pattern.test(message));
}
