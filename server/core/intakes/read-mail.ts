// Reads a mail: who wrote it, its text as plain lines, its pictures, and whether a person wrote it at all.
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { filesPerIntakeMax } from '#contract/limits.ts';
import { cutText } from './cut-text.ts';
import { isBlank } from '../reading/clean-text.ts';
import { htmlLines, tidyLines } from './html-lines.ts';
import { isWithinBounds, mailDepthMax, mailHeadersBytesMax } from './mail-bounds.ts';
import { type AutomaticReason, automaticReason } from './mail-kind.ts';
import { leadByUsualNames } from './known-fields.ts';
import { labelsIn, newTextOf } from './mail-text.ts';
import { sentFields } from './sent-fields.ts';
import type { SentFile } from './read-sent.ts';
import { storable, storableText } from './storable.ts';

export interface MailAddress {
  name: string;
  address: string;
}

export interface MailSent {
  from: MailAddress;
  replyTo: MailAddress | null;
  to: MailAddress[];
  subject: string;
  text: string;
  labels: Record<string, string>;
  messageId: string | null;
  references: string[];
  headers: Record<string, string>;
}

export interface MailReading {
  sent: MailSent | null;
  /** The text above the quotation of a reply. */
  newText: string;
  pictures: SentFile[];
  heldReason: AutomaticReason | 'unreadable' | null;
  /** Of the mails that it answers, the latest last. */
  threadIds: string[];
  messageId: string | null;
  /** Lower case, each once. */
  recipients: string[];
}

const addressesMax = 100;
const threadIdsMax = 50;
const idLengthMax = 500;
const shortLengthMax = 1_000;
const htmlLengthMax = 1_000_000;
const textLengthMax = 100_000;
// Logos of signatures and tracking pixels are smaller than photos.
const inlinePictureBytesMin = 10 * 1024;
const keptHeaders = new Set([
  'date',
  'auto-submitted',
  'precedence',
  'list-id',
  'return-path',
  'x-mailer',
]);
const pictureName = /\.(?:jpe?g|png|webp|gif|heic|heif|avif|tiff?)$/i;

/** What is known besides the mail itself. */
interface Envelope {
  /** The server that sent it wants no answer, not even a bounce. */
  isNullSender: boolean;
}

export type ArrivedBytes = Envelope & { raw: Uint8Array };

const noEnvelope: Envelope = { isNullSender: false };

/** Never fails: a mail that cannot be parsed is `unreadable`. */
export async function readMail(
  raw: Uint8Array,
  envelope: Envelope = noEnvelope,
): Promise<MailReading> {
  const mail = isWithinBounds(raw) ? await parse(raw) : null;
  // Any bytes can be parsed as a text without a header.
  const isMail = mail && (mail.from ?? mail.subject ?? mail.messageId) !== undefined;
  return isMail ? readingOf(mail, envelope) : unreadableMail;
}

export const unreadableMail: MailReading = {
  sent: null,
  newText: '',
  pictures: [],
  heldReason: 'unreadable',
  threadIds: [],
  messageId: null,
  recipients: [],
};

async function parse(raw: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, {
      maxNestingDepth: mailDepthMax,
      maxHeadersSize: mailHeadersBytesMax,
      // A mail within a mail would be parsed with bounds of its own.
      forceRfc822Attachments: true,
    });
  } catch {
    return null;
  }
}

function readingOf(mail: Email, { isNullSender }: Envelope): MailReading {
  const threadIds = [...idsIn(mail.references), ...idsIn(mail.inReplyTo)];
  const messageId = idsIn(mail.messageId)[0] ?? null;
  const references = [...new Set(threadIds)].slice(-threadIdsMax);
  const text = textOf(mail);
  const newText = newTextOf(text);
  const to = mailboxes(mail.to);
  const sent: MailSent = {
    from: mailboxes(mail.from && [mail.from])[0] ?? { name: '', address: '' },
    replyTo: mailboxes(mail.replyTo)[0] ?? null,
    to,
    subject: shortText(mail.subject),
    text,
    // What is quoted was read when it came.
    labels: labelsOf(mail, references.length > 0 ? newText : text, references.length > 0),
    messageId,
    references,
    headers: headersOf(mail),
  };
  return {
    sent: storable(sent) as MailSent,
    newText: storableText(newText),
    pictures: mail.attachments.flatMap(pictureOf).slice(0, filesPerIntakeMax),
    heldReason: automaticReason(mail, {
      isReply: references.length > 0,
      isNullSender,
      hasCustomer: hasCustomer(sent.labels),
    }),
    threadIds: references,
    messageId,
    recipients: recipientsOf(mail),
  };
}

function idsIn(header: string | undefined): string[] {
  const ids = (header ?? '').match(/<[^<>\s]+>/g) ?? [];
  return ids.filter((id) => id.length <= idLengthMax).map(storableText);
}

function textOf({ text, html }: Email): string {
  const plain = tidyLines(cutText(text ?? '', htmlLengthMax).replaceAll('\u00a0', ' '));
  return cutText(plain || textOfHtml(html), textLengthMax);
}

function textOfHtml(html: string | undefined): string {
  return htmlLines(cutText(html ?? '', htmlLengthMax));
}

/** The plain text of a table often has no labels; its HTML has. */
function labelsOf({ text, html }: Email, shown: string, isReply: boolean): Record<string, string> {
  const labels = labelsIn(shown);
  if (isReply || !text || !html) return labels;
  const more = Object.entries(labelsIn(textOfHtml(html)));
  return Object.fromEntries([...more, ...Object.entries(labels)]);
}

/** Whom to call or write to, as a form or a portal says it. */
function hasCustomer(labels: Record<string, string>): boolean {
  const found = leadByUsualNames(sentFields(labels));
  const isGiven = (value: unknown) => typeof value === 'string' && !isBlank(value);
  const isNamed = [found.customerName, found.firstName, found.lastName, found.companyName];
  return isNamed.some(isGiven) && [found.phone, found.email].some(isGiven);
}

function headersOf(mail: Email): Record<string, string> {
  const kept = mail.headers.filter(({ key }) => keptHeaders.has(key));
  return Object.fromEntries(kept.map(({ key, value }) => [key, shortText(value)]));
}

function recipientsOf(mail: Email): string[] {
  const original = mail.headers
    .filter(({ key }) => key === 'x-original-to' || key === 'delivered-to')
    .slice(0, addressesMax)
    .map(({ value }) => ({ name: '', address: value.replace(/[<>\s]+/g, '') }));
  const all = [...original, ...mailboxes(mail.to), ...mailboxes(mail.cc)];
  const addresses = all.map(({ address }) => shortText(address).toLowerCase());
  return [...new Set(addresses)].filter((address) => address.includes('@')).slice(0, addressesMax);
}

function mailboxes(addresses: readonly Address[] | undefined): MailAddress[] {
  return (addresses ?? [])
    .slice(0, addressesMax)
    .flatMap((address) => address.group ?? [address])
    .slice(0, addressesMax)
    .flatMap(({ name, address }) =>
      address ? [{ name: shortText(name), address: shortText(address) }] : [],
    );
}

function shortText(text: string | undefined): string {
  return cutText(
    storableText(text ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    shortLengthMax,
  );
}

function pictureOf(attachment: Attachment): SentFile[] {
  const { filename, mimeType, disposition, related, content } = attachment;
  if (typeof content === 'string') return [];
  const name = shortText(filename ?? '');
  const bytes = new Uint8Array(content);
  const isPicture = mimeType.startsWith('image/') || pictureName.test(name);
  const isDecoration =
    (related === true || disposition === 'inline') && bytes.length < inlinePictureBytesMin;
  if (!isPicture || isDecoration || bytes.length === 0) return [];
  return [{ name, contentType: shortText(mimeType), bytes }];
}
