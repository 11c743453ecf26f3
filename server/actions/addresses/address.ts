// Reads and changes one address.
import type { AddressPatch } from '#contract/address-patch.ts';
import type { Author } from '#core/author.ts';
import { changeParts, givenPoint, isOtherPlace } from '#core/addresses/change-address.ts';
import { changesBetween } from '#core/event.ts';
import type { GeoPoint } from '#core/addresses/geocode.ts';
import { presentAddress } from '#core/present.ts';
import type { AddressRecord } from '#core/records.ts';
import { findAddresses, lockAddress, updateAddress } from '#db/addresses/addresses.ts';
import type { Database } from '#db/database.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { refreshSearch } from '../customers/refresh-search.ts';
import { locateLeads } from '../leads/locate-leads.ts';

export interface ShownAddress {
  version: number;
  body: string;
}

export async function getAddress(
  db: Database,
  { brandId, id }: { brandId: string; id: string },
): Promise<ShownAddress | null> {
  const [address] = await findAddresses(db, brandId, [id]);
  return address ? shownAddress(address) : null;
}

interface AddressRequest {
  brandId: string;
  brandCountry: string;
  id: string;
  author: Author;
  /** The address must have one of these versions; null for any. */
  versions: number[] | null;
  patch: AddressPatch;
}

type AddressOutcome =
  | ({ outcome: 'changed' } & ShownAddress)
  | { outcome: 'missing' }
  | { outcome: 'outdated' };

export function patchAddress(
  db: Database,
  { brandId, brandCountry, id, author, versions, patch }: AddressRequest,
  context: ActionContext,
): Promise<AddressOutcome> {
  return db.transaction(async (trx): Promise<AddressOutcome> => {
    const before = await lockAddress(trx, { brandId, id });
    if (!before) return { outcome: 'missing' };
    if (versions && !versions.includes(before.version)) return { outcome: 'outdated' };
    const parts = changeParts(before, patch, brandCountry);
    const point = givenPoint(patch) ?? (await movedTo(before, parts));
    const after = { ...before, ...parts, ...point };
    const changes = changesBetween(presentAddress(before), presentAddress(after));
    if (Object.keys(changes).length === 0) return { outcome: 'changed', ...shownAddress(before) };
    const address = { ...after, version: before.version + 1 };
    await updateAddress(trx, address);
    if (isOtherPlace(before, address)) await refreshSearch(trx, 'address', [address]);
    const event = { brandId, ...author, subjectId: id, reason: null, createdAt: context.now() };
    await recordEvents(trx, [{ ...event, type: 'address.updated', changes }], context);
    return { outcome: 'changed', ...shownAddress(address) };

    async function movedTo(from: AddressRecord, to: typeof parts): Promise<GeoPoint | null> {
      if (!isOtherPlace(from, to)) return null;
      const [found] = await locateLeads(trx, [{ brandCountry, lead: to }], context.places);
      return found ?? null;
    }
  });
}

export function shownAddress(address: AddressRecord): ShownAddress {
  return { version: address.version, body: JSON.stringify(presentAddress(address)) };
}
