// Finds the fields of a lead in what was sent. Whether they are valid is for `readLeadSubmission` to say.
import type { FieldMap, MapValue } from '#contract/channel.ts';
import type { ChannelType, Portal } from '#contract/intake-lists.ts';
import { titleLengthMax } from '#contract/limits.ts';
import { isBlank } from '../reading/clean-text.ts';
import { isObject } from '../reading/read-field.ts';
import { cutText } from './cut-text.ts';
import { mapSent } from './field-map.ts';
import { type FoundLead, leadByUsualNames } from './known-fields.ts';
import { fieldsOfMail, withoutInvalid } from './mail-fields.ts';
import { ownFields } from './own-form.ts';
import { portalFields } from './portal-fields.ts';
import { sentFields } from './sent-fields.ts';

export interface ReadingChannel {
  type: ChannelType;
  name: string;
  map: FieldMap | null;
  portal: Portal | null;
}

/** A field of our own page and embed, whose fields have the names of a lead's. */
export const ownFormMark = '_vw_form';

/** Empty fields are left out. */
export function leadFromSent(channel: ReadingChannel, sent: unknown): Record<string, unknown> {
  const isOwn = isOwnForm(channel, sent);
  const map = isOwn ? constantsOf(channel.map ?? {}) : channel.map;
  const mapped = map ? mapSent(map, sent) : {};
  const read = isOwn ? ownFields(sent) : foundBy(channel, sent, isReachable(mapped));
  const lead = withFallbacks({ ...withoutMapped(read, map), ...mapped }, channel);
  return Object.fromEntries(Object.entries(lead).filter(([, value]) => !isEmpty(value)));
}

/** The fields of a hook or form that were sent: nothing that stands in for them. */
export function fieldsFound(channel: ReadingChannel, sent: unknown): FoundLead {
  const { map } = channel;
  const mapped = map ? mapSent(pathsOf(map), sent) : {};
  return { ...foundBy(channel, sent, isReachable(mapped)), ...mapped };
}

export function isOwnForm({ type }: ReadingChannel, sent: unknown): boolean {
  return type === 'form' && isObject(sent) && Object.hasOwn(sent, ownFormMark);
}

function isReachable({ phone, email }: FoundLead): boolean {
  return !isEmpty(phone) || !isEmpty(email);
}

/** The paths of a map lead into the website's own form. */
function constantsOf(map: FieldMap): FieldMap {
  return Object.fromEntries(Object.entries(map).filter(isConstant));
}

function pathsOf(map: FieldMap): FieldMap {
  return Object.fromEntries(Object.entries(map).filter((entry) => !isConstant(entry)));
}

function isConstant([, value]: [string, MapValue]): boolean {
  return typeof value === 'object' && 'value' in value;
}

/** A map says all that is read, but for a mail and a portal it only corrects. */
function foundBy(
  { type, name, map, portal }: ReadingChannel,
  sent: unknown,
  isReached = false,
): FoundLead {
  // Nobody can tell the sender of a mail that a field is invalid: its text has it too.
  if (type === 'mail') return withoutInvalid(fieldsOfMail(sent), name);
  const reading = { isAnswered: !isReached };
  if (portal) return leadByUsualNames(portalFields(portal, sent), reading);
  return map ? {} : leadByUsualNames(sentFields(sent), reading);
}

function withoutMapped(found: FoundLead, map: FieldMap | null): FoundLead {
  const others = Object.entries(found).filter(([field]) => !Object.hasOwn(map ?? {}, field));
  return Object.fromEntries(others);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

const defaultSources = { form: 'web', hook: 'web', mail: 'email' } as const;

function withFallbacks(found: FoundLead, { type, name }: ReadingChannel): FoundLead {
  const { firstName, lastName, companyName, description } = found;
  const parts = [firstName, lastName].filter((part) => typeof part === 'string');
  return {
    ...found,
    customerName: found.customerName ?? (parts.join(' ') || companyName),
    title: found.title ?? (titleFrom(description) || cutText(name, titleLengthMax)),
    source: found.source ?? defaultSources[type],
  };
}

const titleWordsLengthMax = 80;

/** The first line, cut at a word. */
function titleFrom(description: unknown): string {
  if (typeof description !== 'string' || isBlank(description)) return '';
  const [line = ''] = description.trim().slice(0, 2_000).split(/\r?\n/, 1);
  const text = line.replace(/\s+/g, ' ').trim();
  if (text.length <= titleWordsLengthMax) return text;
  const start = text.slice(0, titleWordsLengthMax);
  const words = start.slice(0, Math.max(0, start.lastIndexOf(' '))).trim();
  return cutText(words || text, titleWordsLengthMax);
}
