// What is wrong with a row of a file, in words for whoever sent it.
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
  const rule = rules.find(([pattern]) => pattern.test(message));
  const words = rule ? say(rule[1]) : fieldMessage(message);
  // The service names the field first; what it said itself needs no other name.
  const [name = ''] = message.split(' ', 1);
  return words !== message && isLeadField(name) ? `${sayField(name)}: ${words}` : words;
}
