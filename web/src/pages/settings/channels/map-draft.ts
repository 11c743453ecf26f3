// A map while it is being made: the paths of each field, or a fixed value.
import type { FieldMap, MapValue } from '../../../../../contract/channel.ts';
import { mapPathsMax } from '../../../../../contract/limits.ts';
import { isLeadField, type LeadField } from '../../../parts/lead-fields.ts';

type Sources = Exclude<MapValue, string>;

export type Draft = Partial<Record<LeadField, Sources>>;

interface FoundValue {
  path: string;
  value: string;
}

export function draftOf(map: FieldMap | null): Draft {
  const entries = Object.entries(map ?? {}).map(([field, from]) => [field, sourcesOf(from)]);
  return Object.fromEntries(entries);
}

function sourcesOf(from: MapValue): Sources {
  return typeof from === 'string' ? [from] : from;
}

/** Null for an empty draft: fields are recognised by their names. */
export function mapOf(draft: Draft): FieldMap | null {
  const entries = Object.entries(draft).map(([field, from]) => [
    field,
    isJoined(from) && from.length === 1 ? from[0]! : from,
  ]);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

export function isOther(draft: Draft, saved: Draft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(saved);
}

function isJoined(from: Sources): from is readonly string[] {
  return Array.isArray(from);
}

/** None for a fixed value. */
export function pathsOf(from: Sources | undefined): readonly string[] {
  if (from === undefined || 'value' in from) return [];
  return isJoined(from) ? from : from.lines;
}

/** The fields that have this path. */
export function fieldsOfPath(draft: Draft, path: string): LeadField[] {
  return Object.entries(draft).flatMap(([field, from]) =>
    isLeadField(field) && pathsOf(from).includes(path) ? [field] : [],
  );
}

/** A value with a field of its own need not be in a description of several values. */
export function withChoice(draft: Draft, field: LeadField, path: string): Draft {
  const { description } = draft;
  const isComposed =
    description !== undefined && (pathsOf(description).length > 1 || 'lines' in description);
  const left =
    isComposed && field !== 'description' ? withoutPath(draft, 'description', path) : draft;
  return withPath(left, field, path);
}

/** In a long text each value has a line of its own, with a label. */
const lineFields: ReadonlySet<LeadField> = new Set<LeadField>(['description', 'notes']);

/** Joined to the paths that the field has. */
export function withPath(draft: Draft, field: LeadField, path: string): Draft {
  const paths = [...pathsOf(draft[field]).filter((one) => one !== path), path];
  const areLines = paths.length > 1 && lineFields.has(field);
  return { ...draft, [field]: areLines ? { lines: paths } : paths };
}

export function withoutPath(draft: Draft, field: LeadField, path: string): Draft {
  const from = draft[field];
  const left = pathsOf(from).filter((one) => one !== path);
  if (from === undefined || left.length === 0) return withoutField(draft, field);
  return { ...draft, [field]: isJoined(from) ? left : { lines: left } };
}

export function withConstant(draft: Draft, field: LeadField, value: string): Draft {
  return { ...draft, [field]: { value } };
}

export function withoutField(draft: Draft, field: LeadField): Draft {
  const { [field]: _removed, ...rest } = draft;
  return rest;
}

/**
 * What was recognised by names, as a draft: with a map, names no longer count. A field whose value is
 * none of those that came in was composed of others.
 */
export function draftFromRecognised(
  lead: Readonly<Record<string, unknown>>,
  values: readonly FoundValue[],
  chosenPath: string,
): Draft {
  const used = new Set<string>();
  const draft: Draft = {};
  const fields = Object.keys(lead).toSorted((one, other) => orderOf(one) - orderOf(other));
  for (const field of fields) {
    if (!isLeadField(field)) continue;
    const value = plain(lead[field]);
    if (value === '') continue;
    const found = values.find((one) => one.value.trim() === value && !used.has(one.path));
    const paths =
      found || field !== 'description'
        ? [found?.path ?? []].flat()
        : partsOf(value, values).filter((path) => !used.has(path) && path !== chosenPath);
    if (paths.length === 0) continue;
    for (const path of paths) used.add(path);
    draft[field] = found ? paths : { lines: paths };
  }
  return draft;
}

const composed = ['description', 'title'];

/** The description has what is in no other field; the title can be its first line. */
function orderOf(field: string): number {
  return composed.indexOf(field);
}

/** The values of a composed description, in its order: a text of its own, or lines "name: value". */
function partsOf(description: string, values: readonly FoundValue[]): string[] {
  const lines = `\n${description}\n`;
  return values
    .flatMap(({ path, value }) => {
      const text = value.trim();
      if (!/[\p{L}\p{N}]/u.test(text)) return [];
      const at = lines.startsWith(`\n${text}\n`) ? 0 : lines.indexOf(`: ${text}\n`);
      return at < 0 ? [] : [{ path, at }];
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ path }) => path)
    .slice(0, mapPathsMax);
}

// Our own form and embed have the names of a lead's fields: a map does not change them.
const ownFormMark = '_vw_form';

/** What came in and has no place in the lead; parts of a used value count as used. */
export function leftOut(draft: Draft, values: readonly FoundValue[]): FoundValue[] {
  if (values.some(({ path }) => path === ownFormMark)) return [];
  const used = Object.values(draft).flatMap(pathsOf);
  return values.filter(
    ({ path, value }) =>
      value.trim() !== '' && !used.some((one) => isWithin(path, one) || isWithin(one, path)),
  );
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
