// The settings of a channel: validated, stored as JSON, and shown.
import type { Channel, ChannelPatch, FieldMap, ShownField } from '#contract/channel.ts';
import type { Portal } from '#contract/intake-lists.ts';
import type { ReadingChannel } from './lead-from-sent.ts';
import type { ChannelRecord } from '../records.ts';
import { timestamp } from '../timestamp.ts';

interface ChannelSettings {
  map: FieldMap | null;
  origins: string[];
  thanksUrl: string | null;
  fields: ShownField[];
  intro: string | null;
  colour: string | null;
  logo: string | null;
  portal: Portal | null;
  secret: string | null;
  responseStatus: number | null;
  responseBody: string | null;
}

const usualFields: readonly ShownField[] = [
  { field: 'customerName', isRequired: true, label: null },
  { field: 'email', isRequired: false, label: null },
  { field: 'phone', isRequired: true, label: null },
  { field: 'postalCode', isRequired: false, label: null },
  { field: 'streetNumber', isRequired: false, label: null },
  { field: 'description', isRequired: true, label: null },
  { field: 'photos', isRequired: false, label: null },
];

export const usualSettings: ChannelSettings = {
  map: null,
  origins: [],
  thanksUrl: null,
  fields: [...usualFields],
  intro: null,
  colour: null,
  logo: null,
  portal: null,
  secret: null,
  responseStatus: null,
  responseBody: null,
};

export function settingsOf({ settings }: Pick<ChannelRecord, 'settings'>): ChannelSettings {
  return { ...usualSettings, ...(JSON.parse(settings) as Partial<ChannelSettings>) };
}

/** With the changes of a patch that was read before. */
export function withPatch(channel: ChannelRecord, patch: ChannelPatch): ChannelRecord {
  const { name = channel.name, mailboxUrl: sentUrl, ...changed } = patch;
  const mailboxUrl = changedMailbox(channel, sentUrl);
  const settings = { ...settingsOf(channel), ...changed };
  return {
    ...channel,
    version: channel.version + 1,
    name,
    mailboxUrl,
    ...(mailboxUrl !== channel.mailboxUrl && {
      mailboxError: null,
      mailboxMark: isSameFolder(mailboxUrl, channel.mailboxUrl) ? channel.mailboxMark : null,
      // Immediately.
      mailboxDueAt: mailboxUrl === null ? null : 0,
    }),
    settings: JSON.stringify(settings),
  };
}

/** What says how the channel's bodies are read. */
export function readingOf(
  channel: Pick<ChannelRecord, 'type' | 'name' | 'settings'>,
): ReadingChannel {
  const { map, portal } = settingsOf(channel);
  return { type: channel.type, name: channel.name, map, portal };
}

/** Whatever the password is, and what is done with its mails. */
function isSameFolder(one: string | null, other: string | null): boolean {
  const [url, before] = [one, other].map((text) => (text === null ? null : URL.parse(text)));
  if (!url || !before) return false;
  return (['protocol', 'host', 'username', 'pathname'] as const).every(
    (part) => url[part] === before[part],
  );
}

/** A caller may send back what it was shown, without the password. */
function changedMailbox(
  { mailboxUrl }: Pick<ChannelRecord, 'mailboxUrl'>,
  sent: string | null | undefined,
): string | null {
  const isAsShown = mailboxUrl !== null && sent === withoutPassword(mailboxUrl);
  return sent === undefined || isAsShown ? mailboxUrl : sent;
}

export interface PublicPlace {
  /** Null when it is not known: then URLs are relative. */
  origin: string | null;
  /** The part of mail addresses behind the @; null when no mail is received. */
  mailDomain: string | null;
}

export function presentChannel(channel: ChannelRecord, place: PublicPlace): Channel {
  return {
    id: channel.id,
    type: channel.type,
    name: channel.name,
    ...settingsOf(channel),
    mailboxUrl: channel.mailboxUrl === null ? null : withoutPassword(channel.mailboxUrl),
    url: urlOf(channel, place),
    address:
      channel.type === 'mail' && place.mailDomain !== null
        ? `${channel.address}@${place.mailDomain}`
        : null,
    createdAt: timestamp(channel.createdAt),
  };
}

function urlOf({ type, address }: ChannelRecord, { origin }: PublicPlace): string | null {
  if (type === 'mail') return null;
  return `${origin ?? ''}/${type === 'form' ? 'f' : 'in'}/${address}`;
}

function withoutPassword(mailboxUrl: string): string {
  const url = URL.parse(mailboxUrl);
  if (!url) return '';
  if (url.password !== '') url.password = '***';
  return url.href;
}
