// Which mails the customers of a brand get, and what they say.
import { type Language, languages } from '#contract/account-lists.ts';
import {
  type MailText,
  placeholderNames,
  placeholdersOf,
  unknownPlaceholders,
} from '#contract/customer-mail-text.ts';
import { customerMailSubjectLengthMax, customerMailTextLengthMax } from '#contract/limits.ts';
import { type CustomerMailKind, customerMailKinds } from '#contract/notification-lists.ts';
import { cleanText } from '../reading/clean-text.ts';
import { echoed, listed } from '../reading/cut-messages.ts';
import { about, type FieldMessage } from '../reading/field-message.ts';
import { usualTexts } from './customer-mail-texts.ts';

export interface CustomerMailSettings {
  receipt: boolean;
  /** For planned, moved and cancelled jobs. */
  appointment: boolean;
  /** The address of the business. */
  replyTo: string | null;
  /** Those that were changed. */
  texts: ChangedTexts;
}

type ChangedTexts = Partial<Record<Language, Partial<Record<CustomerMailKind, MailText | null>>>>;
type MailTexts = Record<Language, Record<CustomerMailKind, MailText>>;

const off: CustomerMailSettings = { receipt: false, appointment: false, replyTo: null, texts: {} };

export function customerMailSettingsOf({
  customerMails,
}: {
  customerMails: string | null;
}): CustomerMailSettings {
  return customerMails === null
    ? off
    : { ...off, ...(JSON.parse(customerMails) as Partial<CustomerMailSettings>) };
}

/** Whether customers get mails of that kind. */
export function isMailed(settings: CustomerMailSettings, kind: CustomerMailKind): boolean {
  if (settings.replyTo === null) return false;
  // A report is sent when somebody asks for it.
  if (kind === 'report') return true;
  return kind === 'receipt' ? settings.receipt : settings.appointment;
}

export function mailTextOf(
  { texts }: CustomerMailSettings,
  language: Language,
  kind: CustomerMailKind,
): MailText {
  return texts[language]?.[kind] ?? usualTexts[language][kind];
}

export function mailTextsOf(settings: CustomerMailSettings): MailTexts {
  const textsIn = (language: Language) => byKind((kind) => mailTextOf(settings, language, kind));
  return { nl: textsIn('nl'), en: textsIn('en') };
}

function byKind<Value>(make: (kind: CustomerMailKind) => Value): Record<CustomerMailKind, Value> {
  return {
    receipt: make('receipt'),
    planned: make('planned'),
    moved: make('moved'),
    cancelled: make('cancelled'),
    report: make('report'),
  };
}

export type CustomerMailChanges = Partial<CustomerMailSettings>;

/** Texts are replaced one by one, so that two people can edit two of them. */
export function withChanges(
  settings: CustomerMailSettings,
  { texts = {}, ...changes }: CustomerMailChanges,
): CustomerMailSettings {
  const textsIn = (language: Language) => {
    const merged = { ...settings.texts[language], ...texts[language] };
    return Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== null));
  };
  return { ...settings, ...changes, texts: { nl: textsIn('nl'), en: textsIn('en') } };
}

/** Reads `{"nl": {"receipt": {"subject": "…", "text": "…"}}}`. */
export function readMailTexts(
  sent: object,
): { texts: ChangedTexts; messages?: never } | { texts?: never; messages: FieldMessage[] } {
  const messages: FieldMessage[] = [];
  const texts: ChangedTexts = {};
  for (const [language, ofLanguage] of Object.entries(sent)) {
    const field = `texts.${language}`;
    if (!isOneOf(languages, language)) {
      messages.push(unknown(echoed(field), languages));
    } else if (!isRecord(ofLanguage)) {
      messages.push(about(field, 'wrong_type', 'must be an object'));
    } else {
      texts[language] = readKinds(field, ofLanguage, messages);
    }
  }
  return messages.length > 0 ? { messages } : { texts };
}

function readKinds(
  path: string,
  sent: Record<string, unknown>,
  messages: FieldMessage[],
): NonNullable<ChangedTexts[Language]> {
  const read: NonNullable<ChangedTexts[Language]> = {};
  for (const [kind, text] of Object.entries(sent)) {
    const field = `${path}.${kind}`;
    if (!isOneOf(customerMailKinds, kind)) messages.push(unknown(echoed(field), customerMailKinds));
    else if (text === null) read[kind] = null;
    else if (!isRecord(text))
      messages.push(about(field, 'wrong_type', 'must be an object or null'));
    else read[kind] = readText(field, kind, text, messages);
  }
  return read;
}

function readText(
  field: string,
  kind: CustomerMailKind,
  sent: Record<string, unknown>,
  messages: FieldMessage[],
): MailText {
  const parts = { subject: customerMailSubjectLengthMax, text: customerMailTextLengthMax };
  const read = { subject: '', text: '' };
  for (const [part, lengthMax] of Object.entries(parts) as [keyof MailText, number][]) {
    const name = `${field}.${part}`;
    const value = sent[part];
    if (typeof value !== 'string' || cleanText(value) === '') {
      messages.push(about(name, 'required', 'is required: send a non-empty string'));
      continue;
    }
    const clean = cleanText(value).replace(/\r\n?/g, '\n');
    read[part] = part === 'subject' ? onOneLine(clean) : clean;
    if (read[part].length > lengthMax) {
      const text = `must be at most ${lengthMax} characters`;
      messages.push(about(name, 'too_long', text, { max: lengthMax }));
    }
    const [wrong] = unknownPlaceholders(kind, read[part]);
    if (wrong !== undefined) {
      const known = placeholdersOf[kind].map((one) => `{${placeholderNames[one].en}}`);
      const text = `has the unknown placeholder ${echoed(wrong)}: use ${listed(known)}`;
      messages.push(about(name, 'unknown_placeholder', text, { placeholder: wrong.slice(0, 40) }));
    }
  }
  const extra = Object.keys(sent).find((key) => !Object.hasOwn(parts, key));
  if (extra !== undefined) messages.push(unknown(echoed(`${field}.${extra}`), Object.keys(parts)));
  return read;
}

/** A header has one line. */
function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ');
}

function unknown(field: string, known: readonly string[]): FieldMessage {
  return about(field, 'unknown', `is not a known field: use ${listed([...known])}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOneOf<Value extends string>(list: readonly Value[], value: string): value is Value {
  return (list as readonly string[]).includes(value);
}
