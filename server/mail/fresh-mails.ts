// Which mails of a mailbox are still to be taken in. People read their mail with other programs meanwhile, so
// being unread does not say it.
import type { ImapFlow, MailboxObject } from 'imapflow';
import { mailBytesMax } from '#contract/limits.ts';
import type { MailboxPlace } from './mailbox.ts';

/** Mails have it that were taken in and stay in the folder. */
export const takenKeyword = '$Vakwerk';

// A mailbox that is full when it is set.
const oldUnreadMsMax = 30 * 24 * 60 * 60 * 1000;

export function canKeepKeyword({ permanentFlags }: MailboxObject): boolean {
  if (!permanentFlags) return false;
  return permanentFlags.has(String.raw`\*`) || permanentFlags.has(takenKeyword);
}

/** The mark of a mailbox that has none, or whose mails were numbered anew. */
export function markOf(
  { uidValidity, uidNext }: MailboxObject,
  known: string | null,
): string | null {
  if (known?.startsWith(`${uidValidity} `)) return known;
  return uidNext > 0 ? `${uidValidity} ${uidNext}` : null;
}

/** UIDs, ascending: all mails behind the mark, and unread ones of the month before. */
export async function freshMails(
  client: ImapFlow,
  mailbox: MailboxObject,
  { place, mark, now }: { place: MailboxPlace; mark: string | null; now: number },
): Promise<number[]> {
  const byUid = { uid: true };
  const hasKeyword = canKeepKeyword(mailbox);
  const notTaken = hasKeyword && { unKeyword: takenKeyword };
  const since = new Date(now - oldUnreadMsMax);
  const first = mark === null ? Infinity : Number(mark.split(' ')[1]);
  const unread = (await client.search({ seen: false, ...notTaken }, byUid)) || [];
  const recent =
    first === Infinity || unread.some((uid) => uid < first)
      ? new Set((await client.search({ seen: false, since, ...notTaken }, byUid)) || [])
      : new Set<number>();
  const fresh = unread.filter((uid) => uid >= first || recent.has(uid));
  // Without a keyword, a mail that stays is known by being read.
  if (first === Infinity || (!hasKeyword && place.after === 'seen')) return fresh;
  const size = !hasKeyword && { smaller: mailBytesMax + 1 };
  const read = await client.search({ seen: true, uid: `${first}:*`, ...notTaken, ...size }, byUid);
  // "5:*" has the last mail too when its UID is less.
  const behind = (read || []).filter((uid) => uid >= first);
  return [...new Set([...fresh, ...behind])].sort((one, other) => one - other);
}
