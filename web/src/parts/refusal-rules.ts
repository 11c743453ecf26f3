// Translates the server's refusals. There are no error codes for them yet, so each is recognised by a
// few characteristic words.
import { i18n, type Values } from '../words/words.ts';
import { refusalWords } from './refusal-words.ts';

type Key = keyof typeof refusalWords.pairs;

/** A number in the pattern is passed to the message as `count`. */
const rules: readonly [RegExp, Key][] = [
  [/^Only an owner/, 'ownersOnly'],
  [/deleted more than (\d+) days ago/, 'deletedLongAgo'],
  [/merged with itself/, 'mergeSelf'],
  [/archived: unarchive/, 'mergeArchived'],
  [/(\d+) customers can be merged/, 'mergeTooMany'],
  [/more than (\d+) work items/, 'mergeOtherWay'],
  [/was merged into \S+ already/, 'mergedAlready'],
  [/was itself merged/, 'mergedItself'],
  [/merge has been undone/, 'mergeUndone'],
  [/can be undone for (\d+) days/, 'mergeTooOld'],
  [/other customer is not there/, 'otherCustomerGone'],
  [/open the link again/, 'linkChanged'],
  [/(\d+) members already/, 'membersFull'],
  [/is a member already/, 'memberAlready'],
  [/(\d+) invitations already/, 'invitationsFull'],
  [/needs an owner/, 'lastOwner'],
  [/put each of the \d+ in revoke/, 'leftUndecided'],
  [/password was changed elsewhere/, 'passwordChanged'],
  [/signed out meanwhile/, 'signedOut'],
  [/passkey is known already/, 'passkeyKnown'],
  [/(\d+) passkeys already/, 'passkeysFull'],
  [/(\d+) keys already/, 'keysFull'],
  [/is revoked already/, 'keyRevoked'],
  [/was replaced already/, 'keyReplaced'],
  [/has expired: make/, 'keyExpired'],
  [/(\d+) imports are under way/, 'importsRunning'],
  [/imported a moment ago/, 'importedBefore'],
  [/import was undone already/, 'importUndone'],
  [/(\d+) calendar links already/, 'calendarLinksFull'],
  [/can have (\d+) webhooks/, 'webhooksFull'],
  [/set its state to active/, 'webhookNotActive'],
  [/ping cannot be sent again/, 'pingAgain'],
  [/replay of this webhook is still/, 'replayRunning'],
  [/ping of this webhook is still/, 'pingPending'],
  [/nothing to rescue/, 'nothingToRescue'],
  [/was rescued already/, 'rescuedAlready'],
  [/being rescued by another/, 'beingRescued'],
  [/Idempotency-Key is still under way/, 'stillPending'],
  [/There is an address already/, 'addressTaken'],
];

/** Null for an unknown message. */
export function refusalRule(message: string): string | null {
  for (const [pattern, key] of rules) {
    const found = pattern.exec(message);
    if (found) return say(key, found[1] === undefined ? {} : { count: Number(found[1]) });
  }
  return null;
}

function say(key: Key, values: Values): string {
  return i18n._(`${refusalWords.area}.${key}`, values);
}
