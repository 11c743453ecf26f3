// What goes on working when the person who made it is a member, or an owner, no more.
import type { ApiKeyEnd } from './api-key-end.ts';
import { endOfApiKey } from './api-key-end.ts';

type LeftKind = 'key' | 'webhook' | 'calendarLink';

/** Made or set by the person, by a key of theirs, or nobody can tell by whom. */
type LeftBy = 'member' | 'key' | 'unknown';

export interface LeftItem {
  kind: LeftKind;
  id: string;
  /** What it is called, or where it sends to. */
  name: string;
  by: LeftBy;
  createdAt: number;
}

interface Key extends ApiKeyEnd {
  id: string;
  name: string;
  createdBy: string | null;
  createdAt: number;
  revokedAt: number | null;
}

interface Endpoint {
  id: string;
  url: string;
  createdAt: number;
  createdBy: string | null;
  createdKeyId: string | null;
  updatedBy: string | null;
  updatedKeyId: string | null;
  urlBy: string | null;
  urlKeyId: string | null;
  secretBy: string | null;
  secretKeyId: string | null;
}

interface Link {
  id: string;
  name: string;
  memberId: string | null;
  keyId: string | null;
  createdAt: number;
}

interface Made {
  keys: readonly Key[];
  endpoints: readonly Endpoint[];
  links: readonly Link[];
}

/** The calendar links of a member end with the membership, and are not among them. */
export function leftBehindBy(
  { accountId, isOwner, now }: { accountId: string; isOwner: boolean; now: number },
  { keys, endpoints, links }: Made,
): LeftItem[] {
  const own = keys.filter(({ createdBy }) => createdBy === accountId);
  const ownIds = new Set(own.map(({ id }) => id));
  // By an owner, or by somebody who was one when they made keys.
  const mayBeTheirs = isOwner || own.length > 0;
  // Null and null: by the operator, or by a key before it was written down which.
  const judge = (memberId: string | null, keyId: string | null): LeftBy | null => {
    if (memberId === accountId) return 'member';
    if (keyId !== null) return ownIds.has(keyId) ? 'key' : null;
    return memberId === null && mayBeTheirs ? 'unknown' : null;
  };
  // Null and null: whoever made or last changed it, or nobody wrote it down.
  const judgeSetter = (memberId: string | null, keyId: string | null): LeftBy | null =>
    memberId === null && keyId === null ? null : judge(memberId, keyId);
  return [
    ...own
      .filter((key) => key.revokedAt === null && (endOfApiKey(key) ?? Infinity) > now)
      .map(({ id, name, createdAt }) => item('key', { id, name, createdAt }, 'member')),
    ...endpoints.map(({ id, url: name, createdAt, ...by }) => {
      const reasons = [
        judge(by.createdBy, by.createdKeyId),
        judge(by.updatedBy, by.updatedKeyId),
        judgeSetter(by.urlBy, by.urlKeyId),
        judgeSetter(by.secretBy, by.secretKeyId),
      ];
      return item('webhook', { id, name, createdAt }, nearest(reasons));
    }),
    ...links.map(({ id, name, createdAt, memberId, keyId }) =>
      item('calendarLink', { id, name, createdAt }, memberId === null ? judge(null, keyId) : null),
    ),
  ].filter((one) => one !== null);
}

function nearest(reasons: readonly (LeftBy | null)[]): LeftBy | null {
  return (['member', 'key', 'unknown'] as const).find((by) => reasons.includes(by)) ?? null;
}

function item(
  kind: LeftKind,
  about: Pick<LeftItem, 'id' | 'name' | 'createdAt'>,
  by: LeftBy | null,
): LeftItem | null {
  return by && { kind, ...about, by };
}

/** Those that nobody has decided about. */
export function undecided(
  items: readonly LeftItem[],
  { revoke, keep }: { revoke: readonly string[]; keep: readonly string[] },
): LeftItem[] {
  const decided = new Set([...revoke, ...keep]);
  return items.filter(({ id }) => !decided.has(id));
}
