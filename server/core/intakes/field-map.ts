// A channel's map: the field of a lead on the left, and where its value is found on the right.
import type { FieldMap, MapValue } from '#contract/channel.ts';
import { type LeadField, leadFields } from '#contract/lead-submission.ts';
import { mapPathLengthMax, mapPathsMax } from '#contract/limits.ts';
import { readLeadSubmission } from '../leads/read-lead-submission.ts';
import { echoed, listed } from '../reading/cut-messages.ts';
import { type FieldMessage, about } from '../reading/field-message.ts';
import { isObject, nameOfType } from '../reading/read-field.ts';
import { labelAt } from './label-at.ts';
import { readPath, textsAt, valueAt } from './field-path.ts';
import { asFieldValue, isListField } from './field-values.ts';
import { usualName } from './usual-names.ts';

type MapReading = { map: FieldMap; messages?: never } | { map?: never; messages: FieldMessage[] };

export function readFieldMap(value: unknown): MapReading {
  if (!isObject(value)) {
    return {
      messages: [about('map', 'wrong_type', `must be an object, got ${nameOfType(value)}`)],
    };
  }
  const messages: FieldMessage[] = [];
  const map: Partial<Record<LeadField, MapValue>> = {};
  for (const [field, sent] of Object.entries(value)) {
    const name = `map.${echoed(field)}`;
    if (!isLeadField(field)) {
      messages.push(about(name, 'unknown', `is not a field of a lead: use ${listed(leadFields)}`));
    } else if (sent !== null) {
      const found = mapValueMessages(field, sent);
      messages.push(...found);
      if (found.length === 0) map[field] = sent as MapValue;
    }
  }
  return messages.length > 0 ? { messages } : { map };
}

function isLeadField(name: string): name is LeadField {
  return (leadFields as string[]).includes(name);
}

function mapValueMessages(field: LeadField, sent: unknown): FieldMessage[] {
  const name = `map.${field}`;
  if (isObject(sent) && !Object.hasOwn(sent, 'lines')) return constantMessages(field, sent);
  const wanted = 'must be a path, a list of paths, { "lines": [paths] } or { "value": "…" }';
  if (isObject(sent)) {
    const { lines, ...rest } = sent;
    if (!Array.isArray(lines) || Object.keys(rest).length > 0) {
      return [about(name, 'wrong_type', wanted)];
    }
    return isLinesField(field)
      ? pathMessages(name, lines, { isList: true, wanted })
      : [about(name, 'wrong_type', `cannot have lines: use them for ${listed(linesFields)}`)];
  }
  const isList = Array.isArray(sent);
  return pathMessages(name, isList ? sent : [sent], { isList, wanted });
}

const linesFields = ['description', 'notes'] as const satisfies LeadField[];

function isLinesField(field: LeadField): boolean {
  return (linesFields as readonly LeadField[]).includes(field);
}

function pathMessages(
  name: string,
  paths: readonly unknown[],
  { isList, wanted }: { isList: boolean; wanted: string },
): FieldMessage[] {
  if (paths.length === 0) return [about(name, 'too_few_items', wanted)];
  if (paths.length > mapPathsMax) {
    const text = `must have at most ${mapPathsMax} paths, got ${paths.length}`;
    return [about(name, 'too_many_items', text, { max: mapPathsMax })];
  }
  return paths.flatMap((path, index) => {
    const item = isList ? { item: index + 1 } : {};
    const start = isList ? `item ${index + 1} ` : '';
    if (typeof path !== 'string') {
      return [about(name, 'wrong_type', `${start}${wanted}, got ${nameOfType(path)}`, item)];
    }
    if (path.length > mapPathLengthMax) {
      const text = `${start}must be at most ${mapPathLengthMax} characters, got ${path.length}`;
      return [about(name, 'too_long', text, { ...item, max: mapPathLengthMax })];
    }
    const reading = readPath(path);
    if (reading.steps) return [];
    const text = `${start}is not a path: character ${reading.at} ${reading.reason}`;
    return [about(name, 'wrong_format', text, { ...item, at: reading.at })];
  });
}

/** A constant that no lead could have would refuse every lead. */
function constantMessages(field: LeadField, sent: Record<string, unknown>): FieldMessage[] {
  const { value, ...rest } = sent;
  const others = Object.keys(rest);
  if (typeof value !== 'string' || others.length > 0) {
    return [about(`map.${field}`, 'wrong_type', 'must be { "value": "…" } with a text alone')];
  }
  const lead = { customerName: '-', title: '-', [field]: asFieldValue(field, [value]) };
  const isEmptied = value.trim() === '';
  const { messages = [] } = isEmptied ? {} : readLeadSubmission(lead);
  return messages.map((message) => ({
    ...message,
    field: `map.${field}`,
    text: `map.${message.text}`,
  }));
}

/** What a map finds; a field without a value is left out, or emptied by a blank constant. */
export function mapSent(map: FieldMap, sent: unknown): Partial<Record<LeadField, unknown>> {
  const found = Object.entries(map).map(([name, from]) => {
    const field = name as LeadField;
    return [field, asFieldValue(field, mappedTexts(field, from, sent))] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== null));
}

function mappedTexts(field: LeadField, from: MapValue, sent: unknown): string[] {
  if (typeof from === 'string') return textsAt(sent, from) ?? [];
  if ('value' in from) return [from.value];
  if ('lines' in from) return linesOf(sent, from.lines);
  const found = from.map((path) => textsAt(sent, path) ?? []);
  if (isListField(field)) return found.flat();
  const texts = found.map((list) => list.join(', ').trim()).filter((text) => text !== '');
  return texts.length > 0 ? [texts.join(' ')] : [];
}

/** "kamers: drie", one below the other; the message itself needs no label. */
function linesOf(sent: unknown, paths: readonly string[]): string[] {
  const lines = paths.flatMap((path) => {
    const text = valueAt(sent, path)?.trim() ?? '';
    if (text === '') return [];
    const label = labelAt(sent, path);
    const isPlain = label === '' || usualName(label)?.field === 'description';
    return [isPlain ? text : `${label}: ${text}`];
  });
  return lines.length > 0 ? [lines.join('\n')] : [];
}
