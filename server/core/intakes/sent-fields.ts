import { jsonDepthMax } from '#contract/limits.ts';
import { isObject } from '../reading/read-field.ts';
import { textOf } from './field-path.ts';
import type { UsualField } from './usual-names.ts';

/** A value of what was sent, with the names it goes by, the best first. */
export interface SentField {
  names: string[];
  texts: string[];
  /** The field that it is if its name tells nothing: known by the type of the question. */
  kind?: UsualField | null;
}

// Objects that only hold fields: a `name` within is a person's. `campaign.name` is not.
const plainParents = new Set(
  (
    'lead leads customer contact person klant user client sender data fields formfields formdata ' +
    'form_fields form_data body payload answers answer submission values attributes properties response ' +
    'request address adres location contactdetails details applicant requester record item items'
  ).split(' '),
);
const labelKeys = ['label', 'title', 'name', 'question', 'column_name', 'key', 'id', 'column_id'];
const valueKeys = ['value', 'values', 'answer', 'raw_value', 'string_value'];

/** Flattens what was sent: nested objects, lists of named values, and objects with label and value. */
export function sentFields(sent: unknown): SentField[] {
  if (Array.isArray(sent)) return fieldsWithin(sent, []);
  return isObject(sent) ? fieldsWithin(nested(sent), []) : [];
}

interface Nested {
  [name: string]: unknown;
}

/** As PHP reads the fields of a form: `fields[name][value]` is a value within two objects. */
function nested(sent: Record<string, unknown>): Nested {
  const root = emptyObject();
  for (const [name, value] of Object.entries(sent)) {
    const [, first = name, rest = ''] = name.match(/^([^[\]]+)((?:\[[^[\]]+\])+)(?:\[\])?$/) ?? [];
    const names = [first, ...rest.split(/[[\]]+/).filter((part) => part !== '')];
    const last = names.pop()!;
    let within = root;
    for (const step of names.slice(0, jsonDepthMax)) {
      const next = within[step];
      within = isObject(next) ? next : (within[step] = emptyObject());
    }
    within[last] = value;
  }
  return root;
}

// Without a prototype, so that __proto__ is a name as any other.
function emptyObject(): Nested {
  return Object.create(null) as Nested;
}

function fieldsOf(value: unknown, parents: readonly string[]): SentField[] {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf);
  if (texts.length > 0 && texts.every((text) => text !== null)) {
    return [{ names: namesOf(parents), texts }];
  }
  return isObject(value) || Array.isArray(value) ? fieldsWithin(value, parents) : [];
}

function fieldsWithin(value: object, parents: readonly string[]): SentField[] {
  if (Array.isArray(value)) return value.flatMap((entry) => fieldsOf(entry, parents));
  const labelled = labelledValue(value as Record<string, unknown>, parents);
  if (labelled) return labelled;
  return Object.entries(value).flatMap(([name, item]) => fieldsOf(item, [...parents, name]));
}

/** `{ label: "Naam", value: "Jan" }`, and `{ name: { title: "Naam", value: "Jan" } }`. */
function labelledValue(
  entry: Record<string, unknown>,
  parents: readonly string[],
): SentField[] | null {
  const valueKey = valueKeyOf(entry);
  const labels = labelsOf(entry);
  if (valueKey === undefined || labels.length === 0) return null;
  const own = parents.at(-1);
  const names =
    own === undefined || plainParents.has(own.toLowerCase()) ? labels : [...labels, own];
  return fieldsOf(entry[valueKey], []).map(({ names: within, texts }) => ({
    names: [...names, ...within],
    texts,
  }));
}

/** A value with its name, as in lists of answers. */
export function isLabelled(entry: Record<string, unknown>): boolean {
  return valueKeyOf(entry) !== undefined && labelsOf(entry).length > 0;
}

function valueKeyOf(entry: Record<string, unknown>): string | undefined {
  return valueKeys.find((key) => Object.hasOwn(entry, key));
}

export function labelsOf(entry: Record<string, unknown>): string[] {
  return labelKeys.flatMap((key) =>
    Object.hasOwn(entry, key) && typeof entry[key] === 'string' ? [entry[key]] : [],
  );
}

function namesOf(parents: readonly string[]): string[] {
  const own = parents.at(-1);
  if (own === undefined) return [];
  const parent = parents.at(-2);
  if (parent === undefined || plainParents.has(parent.toLowerCase())) return [own];
  return [`${parent} ${own}`];
}
