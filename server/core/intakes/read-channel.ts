// Checks the settings of a channel beyond their types.
import type { ChannelPatch, ShownField } from '#contract/channel.ts';
import { type ChannelType, formFields } from '#contract/intake-lists.ts';
import { nameLengthMax } from '#contract/limits.ts';
import { refusalOfColour } from '../accounts/brand-rules.ts';
import { echoed, listed } from '../reading/cut-messages.ts';
import { about, type FieldMessage, messageOf } from '../reading/field-message.ts';
import { isObject } from '../reading/read-field.ts';
import { readFieldMap } from './field-map.ts';

const logoShape = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

const onlyFor: Partial<Record<keyof ChannelPatch, ChannelType>> = {
  origins: 'form',
  thanksUrl: 'form',
  fields: 'form',
  intro: 'form',
  colour: 'form',
  logo: 'form',
  portal: 'hook',
  secret: 'hook',
  responseStatus: 'hook',
  responseBody: 'hook',
  mailboxUrl: 'mail',
};

/** The patch with its values in their usual notation, or one message per invalid field. */
export function readChannelPatch(
  type: ChannelType,
  patch: ChannelPatch,
): { patch: ChannelPatch; messages?: never } | { patch?: never; messages: FieldMessage[] } {
  const messages: FieldMessage[] = [];
  const read: ChannelPatch = { ...patch };
  for (const [field, only] of Object.entries(onlyFor)) {
    const value = patch[field as keyof ChannelPatch];
    const isEmpty =
      value === undefined || value === null || (Array.isArray(value) && !value.length);
    if (isEmpty || only === type) continue;
    messages.push(about(field, 'unknown', `is only for channels of the type ${only}`));
  }
  if (patch.origins) read.origins = patch.origins.map((one) => readOrigin(one, messages));
  if (patch.thanksUrl) checkUrl('thanksUrl', patch.thanksUrl, /^https?:$/, messages);
  if (patch.mailboxUrl) checkMailbox(patch.mailboxUrl, messages);
  const colourRefusal = patch.colour ? refusalOfColour(patch.colour) : null;
  if (colourRefusal) messages.push(messageOf('colour', colourRefusal));
  if (patch.logo && !logoShape.test(patch.logo)) {
    messages.push(about('logo', 'wrong_type', 'must be a PNG, JPEG or WebP as a data URL'));
  }
  if (patch.fields) read.fields = readShownFields(patch.fields, messages);
  if (patch.map) {
    const reading = readFieldMap(patch.map);
    if ('messages' in reading) messages.push(...reading.messages);
    else read.map = reading.map;
  }
  return messages.length > 0 ? { messages } : { patch: read };
}

/** As browsers send it: no path, no final slash. */
function readOrigin(text: string, messages: FieldMessage[]): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) {
    return url.origin;
  }
  const wanted = 'must be the address of a website without a path, such as https://example.com';
  messages.push(about('origins', 'wrong_type', `${wanted}, got ${echoed(text)}`));
  return text;
}

function checkUrl(field: string, text: string, protocols: RegExp, messages: FieldMessage[]): void {
  const url = URL.parse(text);
  if (url && protocols.test(url.protocol) && !url.username && !url.password) return;
  messages.push(
    about(field, 'wrong_type', 'must be an address such as https://example.com/thanks'),
  );
}

// The message does not repeat the URL: it contains a password.
function checkMailbox(text: string, messages: FieldMessage[]): void {
  const url = URL.parse(text);
  if (url && /^imaps?:$/.test(url.protocol) && url.hostname && url.username) return;
  const wanted = 'must be an address such as imaps://user:password@mail.example.com/INBOX';
  messages.push(about('mailboxUrl', 'wrong_type', wanted));
}

function readShownFields(sent: readonly unknown[], messages: FieldMessage[]): ShownField[] {
  const fields: ShownField[] = [];
  for (const [index, one] of sent.entries()) {
    const shown = readShownField(one);
    if (!shown || fields.some(({ field }) => field === shown.field)) {
      const wanted = `a field once, one of ${listed(formFields)}, with isRequired and a label or null`;
      const item = index + 1;
      messages.push(about('fields', 'wrong_type', `item ${item} must have ${wanted}`, { item }));
      return [];
    }
    fields.push(shown);
  }
  return fields;
}

function readShownField(sent: unknown): ShownField | null {
  if (!isObject(sent)) return null;
  const { field, isRequired = false, label = null } = sent;
  const known = formFields.find((one) => one === field);
  if (!known || typeof isRequired !== 'boolean') return null;
  if (label !== null && (typeof label !== 'string' || label.length > nameLengthMax)) return null;
  return { field: known, isRequired, label: label?.trim() || null };
}
