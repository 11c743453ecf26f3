// A mail that answers an earlier one: whether its lead still takes it, and what its notes then say.
import { hash } from 'node:crypto';
import type { Language } from '#contract/account-lists.ts';
import { wholeNotesLengthMax } from '#contract/limits.ts';
import type { IntakeRecord, WorkItemRecord } from '../records.ts';
import { newTextOf } from './mail-text.ts';
import type { MailAddress, MailSent } from './read-mail.ts';

const photosMax = 50;
// Who writes about a job after that has a new question.
const closedMsMax = 90 * 24 * 60 * 60 * 1000;
const closed = new Set<WorkItemRecord['status']>(['lost', 'completed', 'cancelled']);

/** How a mail is recognised by the answers to it. */
export function messageKeyOf(messageId: string): string {
  return hash('sha256', messageId, 'base64url');
}

export interface MailReply {
  /** Of the mails that it answers, the latest first. */
  threadKeys: string[];
  from: MailAddress;
  /** What was written above the quotation. */
  text: string;
}

/** `newText` is empty for an answer below or within the quotation. */
export function replyOf(
  { from, references, text }: Pick<MailSent, 'from' | 'references' | 'text'>,
  newText: string,
): MailReply {
  return { threadKeys: references.toReversed().map(messageKeyOf), from, text: newText || text };
}

type KeptMail = Pick<IntakeRecord, 'source' | 'sent'>;

/** Null for anything but a readable mail. */
export function replyOfIntake({ source, sent }: KeptMail): MailReply | null {
  if (source !== 'mail' || sent === null) return null;
  const mail = JSON.parse(sent) as MailSent;
  return replyOf(mail, newTextOf(mail.text));
}

/** Null for anything but a mail with a Message-ID. */
export function messageKeyOfIntake({ source, sent }: KeptMail): string | null {
  if (source !== 'mail' || sent === null) return null;
  const { messageId } = JSON.parse(sent) as Partial<MailSent>;
  return messageId ? messageKeyOf(messageId) : null;
}

/** The lead's notes with the answer; null when it has to become a lead of its own. */
export function notesWithReply(
  item: Pick<WorkItemRecord, 'notes' | 'status' | 'updatedAt' | 'archivedAt' | 'photoCount'>,
  { from, text }: Pick<MailReply, 'from' | 'text'>,
  { language, now, pictures }: { language: Language; now: number; pictures: number },
): string | null {
  const isOver = closed.has(item.status) && item.updatedAt < now - closedMsMax;
  const isFull = (item.photoCount ?? 0) + pictures > photosMax;
  if (item.archivedAt !== null || isOver || isFull) return null;
  const heading = headingIn[language](senderOf(from), pictures);
  const reply = text === '' ? heading : `${heading}\n${text}`;
  const notes = item.notes === null ? reply : `${item.notes}\n\n${reply}`;
  // What does not fit becomes a lead of its own.
  return notes.length > wholeNotesLengthMax ? null : notes;
}

const headingIn: Readonly<Record<Language, (sender: string, pictures: number) => string>> = {
  en: (sender, pictures) => `Reply by e-mail from ${sender}${withPictures(pictures, 'photo')}:`,
  nl: (sender, pictures) => `Antwoord per e-mail van ${sender}${withPictures(pictures, 'foto')}:`,
};

function withPictures(count: number, noun: 'photo' | 'foto'): string {
  if (count === 0) return '';
  const [and, plural] = noun === 'photo' ? ['with', 'photos'] : ['met', "foto's"];
  return ` ${and} ${count} ${count === 1 ? noun : plural}`;
}

function senderOf({ name, address }: MailAddress): string {
  if (name === '' || name === address) return address;
  return address === '' ? name : `${name} (${address})`;
}
