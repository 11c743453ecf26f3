import { mapPathLengthMax } from '#contract/limits.ts';
import { isObject } from '../reading/read-field.ts';
import { textAt, textOf, valueAt } from './field-path.ts';

// More of them help nobody to choose one.
const pathsShownMax = 500;

interface FoundValue {
  path: string;
  value: string;
}

/**
 * Every text of what was sent, with a path that selects it also in the next one: an entry of a list is
 * selected by its name, because its place changes when a question is left out.
 */
export function pathsIn(sent: unknown): FoundValue[] {
  return leavesOf(sent, '')
    .filter(({ path }) => path !== '' && path.length <= mapPathLengthMax)
    .slice(0, pathsShownMax)
    .filter(({ path, value }) => valueAt(sent, path) === value);
}

function leavesOf(value: unknown, path: string): FoundValue[] {
  const text = textOf(value);
  if (text !== null) return [{ path, value: text }];
  if (Array.isArray(value)) {
    const texts = value.map(textOf);
    const isOfTexts = texts.length > 0 && texts.every((one) => one !== null);
    const whole = isOfTexts ? [{ path, value: texts.join(', ') }] : [];
    const names = selectorsOf(value);
    return [...whole, ...value.flatMap((entry, at) => leavesOf(entry, within(path, names[at]!)))];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    leavesOf(item, within(path, stepOf(name))),
  );
}

function within(path: string, step: string): string {
  return path === '' || step.startsWith('[') ? path + step : `${path}.${step}`;
}

function stepOf(name: string): string {
  const isPlain = name !== '' && name.trim() === name && !/[.[\]"]/.test(name);
  return isPlain ? name : `[${JSON.stringify(name)}]`;
}

// The most lasting first: a label is rewritten, an id can be another one in each submission.
const entryKeys = [
  'column_id',
  'key',
  'field.ref',
  'ref',
  'name',
  'label',
  'title',
  'question',
  'q',
  'field.id',
  'id',
];
const entryValues = ['value', 'values', 'answer', 'string_value', 'text', 'a'];

/** `[key=value]` for the entries of a list of named values, else the index. */
function selectorsOf(list: readonly unknown[]): string[] {
  const seen = new Set<string>();
  return list.map((entry, at) => {
    const selectors = entryKeys.flatMap((key) => selectorBy(key, entry));
    // Only the first entry with a name is selected by it.
    const own = selectors.find((selector) => !seen.has(selector));
    for (const selector of selectors) seen.add(selector);
    return own !== undefined && isNamedValue(entry) ? own : String(at);
  });
}

function isNamedValue(entry: unknown): boolean {
  return (
    isObject(entry) &&
    (isObject(entry['field']) || entryValues.some((name) => Object.hasOwn(entry, name)))
  );
}

function selectorBy(key: string, entry: unknown): string[] {
  const value = textAt(entry, key.split('.'));
  if (value === null || value.trim() === '') return [];
  const isPlain = value.trim() === value && !/[\]"\\]/.test(value);
  return [`[${key}=${isPlain ? value : JSON.stringify(value)}]`];
}
