// Keys, webhooks and calendar links that keep working after their creator leaves or loses the owner role.
import type { ApiKeyExpiry } from './api-key-expiry.ts';
import { expiryOfApiKey } from './api-key-expiry.ts';

type LeftKind = 'key' | 'webhook' | 'calendarLink';

/** Created or changed by the member, by one of their keys, or by an unknown author. */
type LeftBy = 'member' | 'key' | 'unknown';

export interface LeftItem {
  kind: LeftKind;
  /** The side of the brand that it belongs to. */
  brandId: string;
  id: string;
  /** The name, or the URL of a webhook. */
  name: string;
  by: LeftBy;
  createdAt: number;
}

interface Key extends ApiKeyExpiry {
  brandId: string;
  id: string;
  name: string;
  createdBy: string | null;
  createdAt: number;
  revokedAt: number | null;
}

interface Endpoint {
  brandId: string;
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
  brandId: string;
  id: string;
  name: string;
  memberId: string | null;
  keyId: string | null;
  createdAt: number;
}

interface BrandItems {
  keys: readonly Key[];
  endpoints: readonly Endpoint[];
  links: readonly Link[];
}

/** Omits the member's own calendar links, which end with the membership. */
export function leftBehindBy(
  { accountId, isOwner, now }: { accountId: string; isOwner: boolean; now: number },
  { keys, endpoints, links }: BrandItems,
): LeftItem[] {
  const own = keys.filter(({ createdBy }) => createdBy === accountId);
  const ownIds = new Set(own.map(({ id }) => id));
  // Only owners create keys, so a member with keys was an owner then.
  const mayBeTheirs = isOwner || own.length > 0;
  // Both null: the operator.
  const judge = (memberId: string | null, keyId: string | null): LeftBy | null => {
    if (memberId === accountId) return 'member';
    if (keyId !== null) return ownIds.has(keyId) ? 'key' : null;
    return memberId === null && mayBeTheirs ? 'unknown' : null;
  };
  // Both null: not recorded; creator and last editor are judged separately.
  const judgeSetter = (memberId: string | null, keyId: string | null): LeftBy | null =>
    memberId === null && keyId === null ? null : judge(memberId, keyId);
  return [
    ...own
      .filter((key) => key.revokedAt === null && (expiryOfApiKey(key) ?? Infinity) > now)
      .map(({ brandId, id, name, createdAt }) =>
        item('key', { brandId, id, name, createdAt }, 'member'),
      ),
    ...endpoints.map(({ brandId, id, url: name, createdAt, ...by }) => {
      const reasons = [
        judge(by.createdBy, by.createdKeyId),
        judge(by.updatedBy, by.updatedKeyId),
        judgeSetter(by.urlBy, by.urlKeyId),
        judgeSetter(by.secretBy, by.secretKeyId),
      ];
      return item('webhook', { brandId, id, name, createdAt }, strongest(reasons));
    }),
    ...links.map(({ brandId, id, name, createdAt, memberId, keyId }) => {
      const by = memberId === null ? judge(null, keyId) : null;
      return item('calendarLink', { brandId, id, name, createdAt }, by);
    }),
  ].filter((one) => one !== null);
}

function strongest(reasons: readonly (LeftBy | null)[]): LeftBy | null {
  return (['member', 'key', 'unknown'] as const).find((by) => reasons.includes(by)) ?? null;
}

function item(
  kind: LeftKind,
  about: Pick<LeftItem, 'brandId' | 'id' | 'name' | 'createdAt'>,
  by: LeftBy | null,
): LeftItem | null {
  return by && { kind, ...about, by };
}

/** The items without a decision. */
export function undecided(
  items: readonly LeftItem[],
  { revoke, keep }: { revoke: readonly string[]; keep: readonly string[] },
): LeftItem[] {
  const decided = new Set([...revoke, ...keep]);
  return items.filter(({ id }) => !decided.has(id));
}
