// Why something cannot be done as things stand, in words for whoever tried: by the rule that is in the way. The
// service has no codes for these, so each is known by the few words that make it that rule and no other.
import { i18n, type Values } from '../words/words.ts';
import { refusalWords } from './refusal-words.ts';

type Key = keyof typeof refusalWords.pairs;

/** A number in the rule's pattern goes into the words as `count`. */
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
  [/(\d+) imports are under way/, 'importsUnderWay'],
  [/imported a moment ago/, 'importedBefore'],
  [/import was undone already/, 'importUndone'],
  [/(\d+) calendar links already/, 'calendarLinksFull'],
  [/can have (\d+) webhooks/, 'webhooksFull'],
  [/set its state to active/, 'webhookNotActive'],
  [/ping cannot be sent again/, 'pingAgain'],
  [/replay of this webhook is still/, 'replayUnderWay'],
  [/ping of this webhook is still/, 'pingUnderWay'],
  [/nothing to rescue/, 'nothingToRescue'],
  [/was rescued already/, 'rescuedAlready'],
  [/being rescued by another/, 'beingRescued'],
  [/Idempotency-Key is still under way/, 'stillUnderWay'],
  [/There is an address already/, 'addressTaken'],
];

/** Null where there are no words for it. */
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
