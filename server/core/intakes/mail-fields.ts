// The fields of a lead in a mail: labelled lines first, then the sender, the subject and the text.
import { isBlank } from '../reading/clean-text.ts';
import { readLeadSubmission } from '../leads/read-lead-submission.ts';
import { isObject } from '../reading/read-field.ts';
import { longTextLengthMax, nameLengthMax, titleLengthMax } from '#contract/limits.ts';
import { cutText } from './cut-text.ts';
import { textAt } from './field-path.ts';
import { type FoundLead, leadByUsualNames, withRemarks } from './known-fields.ts';
import { sentFields } from './sent-fields.ts';

interface Sender {
  name: string;
  address: string;
}

// Mail from a website's form has its visitor in "From: Jan <jan@example.com>", a line of the text.
const senderLabels = ['From', 'Van', 'Afzender', 'Sender', 'Reply-To', 'Antwoord aan'];
const nameAndAddress = /^"?([^<>"]{0,200}?)"?\s*<([^<>\s@]{1,64}@[^<>\s@]{1,200})>$/;
const automatic =
  /^(?:no-?_?reply|do-?_?not-?_?reply|niet-?beantwoorden|mailer-daemon|postmaster)/i;

export function fieldsOfMail(sent: unknown): FoundLead {
  const labels: unknown = isObject(sent) ? sent['labels'] : null;
  const { description, ...found } = leadByUsualNames(sentFields(labels));
  const labelled = isObject(labels) && hasMessage(labels, description) ? description : null;
  const { name, address } = senderOf(sent, labels);
  const [text, subject] = ['text', 'subject'].map((part) => textAt(sent, [part])?.trim() ?? '');
  return {
    ...found,
    customerName: shortName(found.customerName) ?? nameOf(found, name, address),
    email: found.email ?? (automatic.test(address) ? null : address || null),
    title: found.title ?? (cutText(withoutReplyMarks(subject!), titleLengthMax) || null),
    description: labelled ?? (cutText(text!, longTextLengthMax) || null),
  };
}

// Without a message of its own, the whole text tells more than its labelled lines.
function hasMessage(labels: Record<string, unknown>, description: unknown): boolean {
  return (
    typeof description === 'string' &&
    Object.values(labels).some(
      (text) => text === description || description.startsWith(`${String(text)}\n\n`),
    )
  );
}

/** A parsed first and last name make a better one than the sender of the mail. */
function nameOf({ firstName, lastName, companyName }: FoundLead, name: string, address: string) {
  if (firstName || lastName || companyName) return null;
  const [local = ''] = address.split('@', 1);
  return shortName(name) ?? shortName(local);
}

function shortName(name: unknown): string | null {
  return typeof name !== 'string' || isBlank(name) ? null : cutText(name.trim(), nameLengthMax);
}

/** Who wrote it: a line of the text, then Reply-To, then From. */
function senderOf(sent: unknown, labels: unknown): Sender {
  for (const label of senderLabels) {
    const [, name, address] = nameAndAddress.exec(textAt(labels, [label])?.trim() ?? '') ?? [];
    if (name !== undefined && address !== undefined) return { name: name.trim(), address };
  }
  const [replyTo, from] = ['replyTo', 'from'].map((header) => ({
    name: textAt(sent, [header, 'name']) ?? '',
    address: textAt(sent, [header, 'address']) ?? '',
  }));
  return replyTo!.address !== '' && !automatic.test(replyTo!.address) ? replyTo! : from!;
}

function withoutReplyMarks(subject: string): string {
  // Each round takes one mark away.
  for (let text = subject; ;) {
    const shorter = text.replace(/^(?:re|fw|fwd|antw|betr|doorst|aw|wg)(?:\[\d+\])?\s*:\s*/i, '');
    if (shorter === text) return text;
    text = shorter;
  }
}

/** Drops what would refuse the lead, and cuts what is too long. */
export function withoutInvalid(found: FoundLead, name: string): FoundLead {
  const fields = Object.entries(found).filter(([, value]) => value !== null);
  const lead = Object.fromEntries(fields) as FoundLead;
  const { messages = [] } = readLeadSubmission({ customerName: name, title: name, ...lead });
  const invalid = new Set(messages.map(({ field }) => field));
  const kept = Object.entries(lead).map(([field, value]) => {
    return [field, invalid.has(field) ? null : value];
  });
  return { ...Object.fromEntries(kept), description: withContacts(lead, invalid) };
}

/** What cannot be an address or a number stays visible, below a message that does not have it. */
function withContacts(lead: FoundLead, invalid: ReadonlySet<string | null>): unknown {
  const { description } = lead;
  if (typeof description !== 'string' || invalid.has('description')) return null;
  const lines = (['phone', 'email'] as const).flatMap((field) => {
    const text = lead[field];
    const isMissing = typeof text === 'string' && !description.includes(text);
    return isMissing && invalid.has(field) ? [`${field}: ${text}`] : [];
  });
  return withRemarks(description, lines.join('\n'));
}
