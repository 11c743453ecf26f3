// Takes the new mails of one mailbox in. A mail is moved, marked or deleted only when it is on disk.
import type { ImapFlow, MailboxObject } from 'imapflow';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { MailboxError } from '#contract/intake-lists.ts';
import { mailBytesMax } from '#contract/limits.ts';
import { mailHeadersBytesMax } from '#core/intakes/mail-bounds.ts';
import type { LookupGuard } from '#outbound/guard.ts';
import { canKeepKeyword, freshMails, markOf, takenKeyword } from './fresh-mails.ts';
import { connectMailbox, mailboxErrorOf, type MailboxPlace, readMailboxUrl } from './mailbox.ts';
import type { MailReader } from './mail-reader.ts';
import { type MailParts, receiveMail } from './receive-mail.ts';

interface PollOptions extends MailParts {
  reader: MailReader;
  guard: LookupGuard;
  /** Mails that are on disk but could not be marked: they are not taken in again. */
  unmarked: Set<string>;
  /** Mails that could not be stored. They are tried last, so that they do not hold up the others. */
  failed: Set<string>;
  /** Ends the poll after the mail at hand. */
  stopped: AbortSignal;
  /** Ends the poll immediately. */
  deadline: AbortSignal;
  now(): number;
  onMail(outcome: string): void;
}

interface Polled {
  error: MailboxError | null;
  isMoreLeft: boolean;
  mark: string | null;
}

const mailsPerPollMax = 50;
// In a row: then it is the database, not the mail.
const failuresMax = 3;
const keptFolder = 'Vakwerk';

/** Never throws. */
export async function pollMailbox(open: OpenChannel, options: PollOptions): Promise<Polled> {
  const place = readMailboxUrl(open.channel.mailboxUrl!);
  let client: ImapFlow | undefined;
  let mark = open.channel.mailboxMark;
  const close = () => client?.close();
  options.deadline.addEventListener('abort', close, { once: true });
  try {
    client = await connectMailbox(place, options.guard, options.deadline);
    const mailbox = await client.mailboxOpen(place.folder);
    mark = markOf(mailbox, mark);
    const polled = await takeMails(client, { open, place, mailbox, mark, ...options });
    await client.logout();
    return { ...polled, mark };
  } catch (error) {
    const isLate = options.deadline.aborted;
    return { error: isLate ? 'timeout' : mailboxErrorOf(error), isMoreLeft: false, mark };
  } finally {
    options.deadline.removeEventListener('abort', close);
    client?.close();
  }
}

interface Poll extends PollOptions {
  open: OpenChannel;
  place: MailboxPlace;
  mailbox: MailboxObject;
  mark: string | null;
}

async function takeMails(client: ImapFlow, poll: Poll): Promise<Omit<Polled, 'mark'>> {
  const { place, mailbox, mark, unmarked, failed, stopped } = poll;
  if (place.after === 'move') await moveLeftOnes(client, mailbox);
  const found = await freshMails(client, mailbox, { place, mark, now: poll.now() });
  const nameOf = (uid: number) => `${mailbox.uidValidity} ${uid}`;
  const [again, first] = [true, false].map((isAgain) =>
    found.filter((uid) => !unmarked.has(nameOf(uid)) && failed.has(nameOf(uid)) === isAgain),
  );
  const fresh = [...first!, ...again!];
  if (fresh.length > 0 && place.after === 'move') await client.mailboxCreate([keptFolder]);
  let error: MailboxError | null = fresh.length < found.length ? 'not_marked' : null;
  let failures = 0;
  for (const uid of fresh.slice(0, mailsPerPollMax)) {
    if (stopped.aborted) break;
    const taken = await takeMail(client, uid, poll);
    failures = taken === 'failed' ? failures + 1 : 0;
    if (taken === 'failed') {
      error = 'not_stored';
      failed.add(nameOf(uid));
    } else {
      failed.delete(nameOf(uid));
    }
    if (failures === failuresMax) return { error, isMoreLeft: false };
    if (taken === 'failed' || taken === 'gone') continue;
    const after = taken === 'cut' ? 'flag' : place.after;
    if (await markTaken(client, { uid, after, mailbox })) continue;
    unmarked.add(nameOf(uid));
    error = 'not_marked';
  }
  return { error, isMoreLeft: error === null && fresh.length > mailsPerPollMax };
}

/** A server that was ended between the mark and the move left them. Flagged ones stay. */
async function moveLeftOnes(client: ImapFlow, mailbox: MailboxObject): Promise<void> {
  if (!canKeepKeyword(mailbox)) return;
  const byUid = { uid: true };
  const left = await client.search({ keyword: takenKeyword, flagged: false }, byUid);
  if (!left || left.length === 0) return;
  await client.mailboxCreate([keptFolder]);
  await client.messageMove(left, [keptFolder], byUid);
}

type Taken = 'taken' | 'cut' | 'failed' | 'gone';

/** `cut` for a mail that is too large: its beginning is held, and the mail stays in the mailbox. */
async function takeMail(client: ImapFlow, uid: number, poll: Poll): Promise<Taken> {
  try {
    const mail = await fetchMail(client, uid, poll);
    if (!mail) return 'gone';
    const { isCut, ...arrived } = mail;
    const { state } = await receiveMail(poll, poll.open, arrived);
    poll.onMail(state);
    return isCut ? 'cut' : 'taken';
  } catch (error) {
    if (!client.usable) throw error;
    poll.onMail('failed');
    return 'failed';
  }
}

async function fetchMail(client: ImapFlow, uid: number, { reader, now }: Poll) {
  const byUid = { uid: true };
  const about = await client.fetchOne(String(uid), { size: true, internalDate: true }, byUid);
  if (!about) return null;
  const isCut = (about.size ?? 0) > mailBytesMax;
  const source = isCut ? { start: 0, maxLength: mailHeadersBytesMax } : true;
  const fetched = await client.fetchOne(String(uid), { source }, byUid);
  if (!fetched || !fetched.source) return null;
  const raw = fetched.source;
  const reading = await reader.read({ raw, isNullSender: false });
  // When the mailbox got it, unless its clock is ahead.
  const arrivedAt = new Date(about.internalDate ?? now()).getTime();
  const receivedAt = Math.min(now(), Number.isNaN(arrivedAt) ? now() : arrivedAt);
  return { raw, reading: isCut ? cutReading(reading) : reading, receivedAt, isCut };
}

type Reading = Awaited<ReturnType<MailReader['read']>>;

/** Half a picture is none. */
function cutReading(reading: Reading): Reading {
  return { ...reading, pictures: [], heldReason: reading.heldReason ?? 'unreadable' };
}

async function markTaken(
  client: ImapFlow,
  {
    uid,
    after,
    mailbox,
  }: { uid: number; after: MailboxPlace['after'] | 'flag'; mailbox: MailboxObject },
): Promise<boolean> {
  const byUid = { uid: true };
  const range = String(uid);
  const hasKeyword = canKeepKeyword(mailbox);
  const seen = [String.raw`\Seen`, ...(hasKeyword ? [takenKeyword] : [])];
  const flagged = (flags: string[]) => client.messageFlagsAdd(range, flags, byUid);
  try {
    if (after === 'flag') return await flagged([...seen, String.raw`\Flagged`]);
    if (after === 'delete') return await client.messageDelete(range, byUid);
    // First, for a server that cannot move: a copy must not be read again.
    const isSeen = await flagged(seen);
    if (after === 'seen') return isSeen;
    const moved = await client.messageMove(range, [keptFolder], byUid);
    return (isSeen && hasKeyword) || moved !== false;
  } catch (error) {
    if (!client.usable) throw error;
    return false;
  }
}
