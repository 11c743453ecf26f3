// Makes an intake of a mail. When it returns, the mail is on disk.
import { createHash } from 'node:crypto';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import { keepBytes } from '#core/intakes/decode-text.ts';
import { messageKeyOf, replyOf } from '#core/intakes/mail-reply.ts';
import type { MailReading } from '#core/intakes/read-mail.ts';
import { type IntakeOutcome, type IntakeParts, receiveIntake } from '#intakes/receive-intake.ts';
import { TimeBudget } from '#runner/time-budget.ts';

export interface MailParts extends IntakeParts {
  newId(): string;
}

interface ArrivedMail {
  raw: Uint8Array;
  reading: MailReading;
  receivedAt: number;
}

const nothing = { from: { name: '', address: '' }, references: [], text: '' };
// Mail servers wait for minutes, and storing 25 MB takes longer than a lead.
const storeMsMax = 10_000;

/** Throws when nothing could be stored. */
export function receiveMail(
  parts: MailParts,
  open: OpenChannel,
  { raw, reading, receivedAt }: ArrivedMail,
): Promise<IntakeOutcome> {
  const { sent, messageId, heldReason, pictures, newText } = reading;
  const contentHash = contentHashOf(reading, raw);
  return receiveIntake(parts, new TimeBudget(storeMsMax), {
    open,
    id: parts.newId(),
    receivedAt,
    contentType: 'message/rfc822',
    ...keepBytes(raw),
    sent,
    files: pictures,
    heldReason,
    onceKey: hashOf([open.channel.id, messageId ?? '', contentHash]),
    visit: null,
    language: null,
    messageKey: messageId === null ? null : messageKeyOf(messageId),
    mail: { contentHash, reply: replyOf(sent ?? nothing, newText) },
  });
}

/** What stays the same when a mail is delivered again: its route adds headers. */
function contentHashOf(
  { sent, messageId, pictures }: Pick<MailReading, 'sent' | 'messageId' | 'pictures'>,
  raw: Uint8Array,
): string {
  if (sent === null || messageId === null) return hashOf([raw]);
  const { from, subject, text } = sent;
  return hashOf([from.address, subject, text, ...pictures.map(({ bytes }) => bytes)]);
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('base64url');
}
