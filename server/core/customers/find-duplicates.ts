// Suggests customers that may be the same person. A person reviews every pair, so false positives are
// fine. Customers that share a switchboard must not flood the list.
import { foldText } from '../fold-text.ts';
import { isIdentifying } from './match-keys.ts';

export interface DuplicateCandidate {
  id: string;
  createdAt: number;
  name: string;
  emailKey: string | null;
  phoneKey: string | null;
  /** The postal code of the customer's own address. */
  postalCodeKey: string | null;
}

export type DuplicateReason = 'phone' | 'name_and_address' | 'email_look_alike';

interface DuplicatePair {
  /** The older customer first. */
  ids: [string, string];
  reason: DuplicateReason;
}

const pairsPerGroupMax = 5;
const mailboxLengthMin = 4;
// Mailboxes that belong to no single person.
const sharedMailboxes = new Set(['info', 'contact', 'mail', 'sales', 'office', 'admin', 'hallo']);

/** Returns each pair once, with its strongest reason. */
export function findDuplicates(
  candidates: readonly DuplicateCandidate[],
  pairsMax: number,
  /** Pairs that a person told apart, as "smaller id, space, larger id". */
  distinct: ReadonlySet<string> = new Set(),
): DuplicatePair[] {
  const inOrder = candidates.toSorted(
    (one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  );
  const pairs = new Map<string, DuplicatePair>();
  for (const [reason, keyOf, isAlike] of reasons) {
    for (const [key, group] of Map.groupBy(inOrder, keyOf)) {
      if (key === null) continue;
      const [oldest, ...others] = group as [DuplicateCandidate, ...DuplicateCandidate[]];
      const alike = others.filter((other) => isAlike(oldest, other)).slice(0, pairsPerGroupMax);
      for (const { id } of alike) {
        if (pairs.size >= pairsMax) return [...pairs.values()];
        const pairKey = `${oldest.id} ${id}`;
        if (distinct.has([oldest.id, id].sort().join(' '))) continue;
        if (!pairs.has(pairKey)) pairs.set(pairKey, { ids: [oldest.id, id], reason });
      }
    }
  }
  return [...pairs.values()];
}

type KeyOf = (candidate: DuplicateCandidate) => string | null;
type IsAlike = (one: DuplicateCandidate, other: DuplicateCandidate) => boolean;

const reasons: [DuplicateReason, KeyOf, IsAlike][] = [
  ['phone', ({ phoneKey }) => (phoneKey && isIdentifying(phoneKey) ? phoneKey : null), () => true],
  ['name_and_address', nameAndPlace, () => true],
  ['email_look_alike', ({ emailKey }) => mailboxOf(emailKey), areDomainsAlike],
];

function nameAndPlace({ name, postalCodeKey }: DuplicateCandidate): string | null {
  const letters = foldText(name).replace(/[^\p{Letter}\p{Number}]+/gu, '');
  return postalCodeKey && letters !== '' ? `${postalCodeKey} ${letters}` : null;
}

/** Ignores dots and plus tags. */
function mailboxOf(emailKey: string | null): string | null {
  if (emailKey === null) return null;
  const mailbox = emailKey
    .slice(0, emailKey.lastIndexOf('@'))
    .replace(/\+.*$/s, '')
    .replace(/[._-]/g, '');
  return mailbox.length < mailboxLengthMin || sharedMailboxes.has(mailbox) ? null : mailbox;
}

function areDomainsAlike(one: DuplicateCandidate, other: DuplicateCandidate): boolean {
  if (one.emailKey === other.emailKey) return true;
  return isWithinOneTypo(domainOf(one.emailKey!), domainOf(other.emailKey!));
}

function domainOf(emailKey: string): string {
  return emailKey.slice(emailKey.lastIndexOf('@') + 1);
}

/** Whether the Damerau–Levenshtein distance is at most one. */
function isWithinOneTypo(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length > other.length) return isWithinOneTypo(other, one);
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const [restOfOne, restOfOther] = [one.slice(at), other.slice(at)];
  if (one.length + 1 === other.length) return restOfOne === restOfOther.slice(1);
  if (one.length !== other.length) return false;
  const isSwapped = restOfOne[0] === restOfOther[1] && restOfOne[1] === restOfOther[0];
  return (
    restOfOne.slice(1) === restOfOther.slice(1) ||
    (isSwapped && restOfOne.slice(2) === restOfOther.slice(2))
  );
}
