// Texts for the service's error codes.
import type { ErrorCode } from '../../../contract/error-codes.ts';
import {
  activeKeysPerBrandMax,
  calendarLinksMax,
  channelsPerBrandMax,
  invitationsPerBrandMax,
  membersPerBrandMax,
  mergedCustomersMax,
  photosPerItemMax,
  mergedWorkItemsMax,
  mergeUndoDays,
  passkeysPerAccountMax,
  restoreDaysMax,
  unfinishedImportsMax,
  webhooksPerBrandMax,
} from '../../../contract/limits.ts';
import { i18n } from '../words/words.ts';
import { refusalWords } from './refusal-words.ts';

type Key = keyof typeof refusalWords.pairs;

/** Codes without an entry get the text of their status. */
const rules: Partial<Record<string, readonly [Key, count?: number]>> = {
  owner_only: ['ownersOnly'],
  deleted_too_long_ago: ['deletedLongAgo', restoreDaysMax],
  merge_with_itself: ['mergeSelf'],
  merge_archived: ['mergeArchived'],
  merge_too_many_customers: ['mergeTooMany', mergedCustomersMax],
  merge_too_many_work_items: ['mergeOtherWay', mergedWorkItemsMax],
  merged_already: ['mergedAlready'],
  merge_not_latest: ['mergedItself'],
  merge_undone: ['mergeUndone'],
  merge_too_old: ['mergeTooOld', mergeUndoDays],
  merged_customer_gone: ['otherCustomerGone'],
  link_changed: ['linkChanged'],
  members_full: ['membersFull', membersPerBrandMax],
  member_already: ['memberAlready'],
  invitations_full: ['invitationsFull', invitationsPerBrandMax],
  last_owner: ['lastOwner'],
  left_items_undecided: ['leftUndecided'],
  password_changed: ['passwordChanged'],
  signed_out: ['signedOut'],
  passkey_known: ['passkeyKnown'],
  passkeys_full: ['passkeysFull', passkeysPerAccountMax],
  keys_full: ['keysFull', activeKeysPerBrandMax],
  key_revoked_already: ['keyRevoked'],
  key_replaced_already: ['keyReplaced'],
  key_expired_already: ['keyExpired'],
  imports_running: ['importsRunning', unfinishedImportsMax],
  imported_already: ['importedBefore'],
  import_undone: ['importUndone'],
  calendar_links_full: ['calendarLinksFull', calendarLinksMax],
  webhooks_full: ['webhooksFull', webhooksPerBrandMax],
  webhook_not_active: ['webhookNotActive'],
  ping_not_replayable: ['pingAgain'],
  replay_in_progress: ['replayRunning'],
  ping_in_progress: ['pingPending'],
  nothing_to_rescue: ['nothingToRescue'],
  rescued_already: ['rescuedAlready'],
  rescue_in_progress: ['beingRescued'],
  idempotency_in_progress: ['stillPending'],
  channels_full: ['channelsFull', channelsPerBrandMax],
  intake_is_lead: ['intakeIsLead'],
  intake_discarded: ['intakeDiscarded'],
  intake_not_discarded: ['intakeNotDiscarded'],
  intake_in_progress: ['beingRescued'],
  address_exists: ['addressTaken'],
  mail_not_set_up: ['mailNotSetUp'],
  reply_address_missing: ['replyAddressMissing'],
  customer_doubtful: ['customerDoubtful'],
  customer_without_email: ['customerWithoutEmail'],
  customer_archived: ['customerArchived'],
  customer_erased: ['customerErased'],
  nothing_submitted: ['nothingSubmitted'],
  photos_full: ['photosFull', photosPerItemMax],
} satisfies Partial<Record<ErrorCode, readonly [Key, count?: number]>>;

/** Null for a code without a text of its own. */
export function refusalRule(code: string | null): string | null {
  const [key, count] = rules[code ?? ''] ?? [];
  if (!key) return null;
  return i18n._(`${refusalWords.area}.${key}`, count === undefined ? {} : { count });
}
