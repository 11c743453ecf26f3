// Translates the server's validation messages, recognised by the rule they state.
import { i18n, type Values } from '../words/words.ts';
import { fieldNameWords } from './field-words.ts';
import { fieldRuleWords } from './field-rule-words.ts';

type Key = keyof typeof fieldRuleWords.pairs;

/** The pattern's group is passed to the message as `valueName`. The first match counts. */
const rules: readonly [RegExp, Key, valueName?: string][] = [
  [/a street, a postalCode or a city|send it, a postalCode or a city/, 'placeMissing'],
  [/or the customerId of a known/, 'customerMissing'],
  [/ is required|must not be (empty|null)/, 'needed'],
  [/must be an e-mail address/, 'emailWrong'],
  [/at least six digits/, 'phoneWrong'],
  [/at least one digit/, 'digitsWrong'],
  [/a letter or a digit/, 'lettersMissing'],
  [/must be one of/, 'notInList'],
  [/must be at most (\d+) characters/, 'tooLong', 'max'],
  [/must be at least (\d+) characters/, 'tooShort', 'min'],
  [/must have at most (\d+) (items|values)/, 'tooManyItems', 'max'],
  [/must have at least one item/, 'chooseOne'],
  [/must be a (whole )?number/, 'numberWrong'],
  [/too easy to guess/, 'commonPassword'],
  [/must not be your e-mail address/, 'emailAsPassword'],
  [/must not be your name/, 'nameAsPassword'],
  [/cannot be chosen: the link is for/, 'emailOfLink'],
  [/must not be before scheduledStart/, 'endBeforeStart'],
  [/needs a scheduledStart/, 'endWithoutStart'],
  [/date and time with a zone/, 'timeWrong'],
  [/must be in the future/, 'notFuture'],
  [/names no address of the brand/, 'addressGone'],
  [/names no customer of the brand/, 'customerGone'],
  [/two-letter code/, 'countryWrong'],
  [/a name such as Europe/, 'timeZoneWrong'],
  [/must begin with https/, 'notHttps'],
  [/must be an address such as https/, 'urlWrong'],
  [/user name or password/, 'urlWithPassword'],
  [/one of the ports ([\d, ]+), got/, 'portWrong', 'ports'],
  [/must be a public address/, 'notPublic'],
  [/could not be verified: begin again/, 'notVerified'],
  [/cursor is not valid/, 'listChanged'],
  [/at least one row with text/, 'fileEmpty'],
  [/must be at most (\d+) columns/, 'fileColumns', 'max'],
  [/must be at most (\d+) rows/, 'fileRows', 'max'],
  [/columns names \S+ twice/, 'columnTwice'],
  [/map at least one column/, 'columnMissing'],
];

/** Null for an unknown message. */
export function fieldRule(message: string): string | null {
  for (const [pattern, key, valueName] of rules) {
    const found = pattern.exec(message);
    if (found) return say(key, valueName ? { [valueName]: valueIn(found[1]!) } : {});
  }
  return null;
}

function valueIn(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** The label of a field, also of a nested one such as `customer.name`; null if it has none. */
export function fieldLabel(name: string): string | null {
  const part = name.split('.').at(-1)!;
  return part in fieldNameWords.pairs ? i18n._(`${fieldNameWords.area}.${part}`) : null;
}

function say(key: Key, values: Values): string {
  return i18n._(`${fieldRuleWords.area}.${key}`, values);
}
