// The options of a channel: read and validated as the web app's settings are.
import { readFileSync } from 'node:fs';
import { ChannelPatch } from '#contract/channel.ts';
import { type ChannelType, channelTypes, portals } from '#contract/intake-lists.ts';
import { readChannelPatch } from '#core/intakes/read-channel.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';
import { readBody } from '#core/reading/read-body.ts';
import type { ObjectSchema } from '#core/reading/read-field.ts';
import { UsageError } from './command.ts';

export const channelOptions = {
  origin: {
    value: '<url>',
    repeats: true,
    text: 'form: a website that may post from a script, such as https://example.com; once for each',
  },
  map: {
    value: '<file>',
    text: 'a JSON file that says where the fields of a lead are found in what is sent',
  },
  'thanks-url': { value: '<url>', text: 'form: the page that a visitor sees then' },
  portal: {
    value: '<name>',
    text: `hook: the sender, whose format is known: ${portals.join(', ')}`,
  },
  secret: { value: '<text>', text: 'hook: what the body must have, such as the key of Google Ads' },
  'mailbox-url': {
    value: '<url>',
    text: 'mail: a mailbox to poll, such as imaps://user:password@mail.example.com/INBOX',
  },
} as const;

type ChannelOption = keyof typeof channelOptions;

interface GivenOptions extends Partial<Record<ChannelOption, unknown>> {
  name?: string | undefined;
  origin?: readonly string[] | undefined;
  map?: string | undefined;
}

const fieldOf: Record<ChannelOption | 'name', keyof ChannelPatch> = {
  name: 'name',
  origin: 'origins',
  map: 'map',
  'thanks-url': 'thanksUrl',
  portal: 'portal',
  secret: 'secret',
  'mailbox-url': 'mailboxUrl',
};
// Empties a setting.
const none = 'none';

/** Without a type, the options must suit some type. */
export function readChannelOptions(given: GivenOptions, type?: ChannelType): ChannelPatch {
  const sent: Record<string, unknown> = {};
  for (const [option, field] of Object.entries(fieldOf)) {
    const value = given[option as ChannelOption];
    if (value !== undefined) sent[field] = valueOf(field, value);
  }
  const { fields, messages } = readBody<ChannelPatch>(
    ChannelPatch as unknown as ObjectSchema,
    sent,
  );
  if (messages) throw misused(messages);
  const types = type ? [type] : channelTypes;
  const readings = types.map((one) => readChannelPatch(one, fields));
  const fitting = readings.find(({ patch }) => patch);
  if (fitting?.patch) return fitting.patch;
  const complaints = readings.map(({ messages = [] }) => messages);
  throw misused(complaints.toSorted((one, other) => one.length - other.length)[0]!);
}

function valueOf(field: string, value: unknown): unknown {
  if (field === 'origins') return (value as string[]).filter((one) => one !== none);
  if (field === 'name') return value;
  if (value === none) return null;
  return field === 'map' ? readMap(value as string) : value;
}

function readMap(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new UsageError(`--map ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** The messages begin with the field, which an option is named after. */
function misused(messages: readonly FieldMessage[]): UsageError {
  const texts = messages.map(({ text }) => {
    const [, field = '', rest = ''] = /^([a-zA-Z]+)(.*)$/s.exec(text) ?? [];
    const option = Object.entries(fieldOf).find(([, name]) => name === field)?.[0];
    return `--${option ?? field}${rest}`;
  });
  return new UsageError(texts.join('; '));
}
