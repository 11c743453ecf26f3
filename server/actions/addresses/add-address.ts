// Adds an address to a lead, job or customer that has none.
import type { AddressPatch } from '#contract/address-patch.ts';
import type { Phase } from '#contract/work-item-lists.ts';
import { givenPoint, newParts } from '#core/addresses/change-address.ts';
import type { Author } from '#core/author.ts';
import { changeCustomer } from '#core/customers/change-customer.ts';
import { changeWorkItem } from '#core/work-items/change-work-item.ts';
import type { AddressRecord } from '#core/records.ts';
import { wordsOfAddress } from '#core/search/search-words.ts';
import { insertAddresses } from '#db/addresses/addresses.ts';
import { noteCreationTime } from '#db/lists/creation-order.ts';
import { updateCustomer } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { lockWorkItem, updateWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { isThere, type MissingCustomer, missingCustomer } from '../customers/get-customer.ts';
import { withLockedCustomers } from '../customers/lock-customers.ts';
import { recordEvents } from '../events/events.ts';
import { locateLeads } from '../leads/locate-leads.ts';
import { type ShownAddress, shownAddress } from './address.ts';

interface NewAddressRequest {
  brandId: string;
  brandCountry: string;
  /** The work item or customer. */
  id: string;
  author: Author;
  parts: AddressPatch;
}

type Added = ({ outcome: 'added' } & ShownAddress) | { outcome: 'taken' };

export function addAddressToWorkItem(
  db: Database,
  request: NewAddressRequest & { phases: readonly Phase[] },
  context: ActionContext,
): Promise<Added | { outcome: 'missing' } | { outcome: 'forbidden'; phase: Phase }> {
  const { brandId, id, author, phases } = request;
  return db.transaction(async (trx) => {
    const item = await lockWorkItem(trx, { brandId, id });
    if (!item || item.deletedAt !== null) return { outcome: 'missing' };
    if (!phases.includes(item.phase)) return { outcome: 'forbidden', phase: item.phase };
    if (item.addressId !== null) return { outcome: 'taken' };
    const now = context.now();
    const address = await makeAddress(trx, request, now, context);
    const planned = changeWorkItem(item, { addressId: address.id }, { author, now });
    if (!('item' in planned)) throw new Error(`work item ${id} takes no address`);
    await updateWorkItem(trx, planned.item);
    await recordEvents(trx, planned.events, context);
    return { outcome: 'added', ...shownAddress(address) };
  });
}

export function addAddressToCustomer(
  db: Database,
  request: NewAddressRequest,
  context: ActionContext,
): Promise<Added | MissingCustomer> {
  const { brandId, id, author } = request;
  return withLockedCustomers(db, { brandId, ids: [id] }, async (trx, locked) => {
    const before = locked.get(id);
    if (!isThere(before)) return missingCustomer(trx, { brandId, id });
    if (before.addressId !== null) return { outcome: 'taken' };
    const now = context.now();
    const address = await makeAddress(trx, request, now, context);
    const { customer, changes } = changeCustomer(
      before,
      { addressId: address.id },
      { author, now },
    )!;
    await updateCustomer(trx, customer);
    const event = { brandId, ...author, subjectId: id, reason: null, createdAt: now };
    await recordEvents(trx, [{ ...event, type: 'customer.updated', changes }], context);
    return { outcome: 'added', ...shownAddress(address) };
  });
}

async function makeAddress(
  trx: Database,
  { brandId, brandCountry, parts: sent }: NewAddressRequest,
  now: number,
  context: ActionContext,
): Promise<AddressRecord> {
  const parts = newParts({ brandId, id: context.newId(), createdAt: now }, sent, brandCountry);
  const [found] = await locateLeads(trx, [{ brandCountry, lead: parts }], context.places);
  const address = { ...parts, ...(givenPoint(sent) ?? found!) };
  await noteCreationTime(trx, now);
  await insertAddresses(trx, [address]);
  await trx.addressSearch.addNewest([{ ...address, words: wordsOfAddress(address) }]);
  return address;
}
