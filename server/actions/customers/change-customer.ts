// Changes one customer: patch, archive, unarchive.
import type { Author } from '#core/author.ts';
import {
  changeCustomer,
  changesSearchWords,
  type ReadCustomerPatch,
} from '#core/customers/change-customer.ts';
import { emailKeyOf, matchKeysOf, phoneKeyOf } from '#core/customers/match-keys.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';
import { presentCustomer } from '#core/present.ts';
import type { CustomerRecord } from '#core/records.ts';
import { updateCustomer } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { isThere, type MissingCustomer, missingCustomer } from './get-customer.ts';
import { withLockedCustomers } from './lock-customers.ts';
import { refreshSearch } from './refresh-search.ts';
import { wrongAddress } from '../wrong-address.ts';

interface CustomerRequest {
  brandId: string;
  id: string;
  author: Author;
  /** The customer must have one of these versions; null for any. */
  versions: number[] | null;
}

export type CustomerOutcome =
  | { outcome: 'changed'; version: number; body: string }
  | MissingCustomer
  | { outcome: 'outdated' }
  | { outcome: 'invalid'; messages: FieldMessage[] };

export function patchCustomer(
  db: Database,
  { patch, ...request }: CustomerRequest & { patch: ReadCustomerPatch },
  context: ActionContext,
): Promise<CustomerOutcome> {
  return change(db, request, context, patch, () => patch);
}

/** A customer who is already archived keeps the original time. */
export function archiveCustomer(
  db: Database,
  { isArchived, ...request }: CustomerRequest & { isArchived: boolean },
  context: ActionContext,
): Promise<CustomerOutcome> {
  return change(db, request, context, {}, ({ archivedAt }, now) => ({
    archivedAt: isArchived ? (archivedAt ?? now) : null,
  }));
}

function change(
  db: Database,
  { brandId, id, author, versions }: CustomerRequest,
  context: ActionContext,
  { email, phone }: ReadCustomerPatch,
  patchFor: (customer: CustomerRecord, now: number) => ReadCustomerPatch,
): Promise<CustomerOutcome> {
  const newKeys = matchKeysOf({
    emailKey: emailKeyOf(email ?? undefined),
    phoneKey: phoneKeyOf(phone ?? undefined),
  });
  return withLockedCustomers(db, { brandId, ids: [id], newKeys }, async (trx, locked) => {
    const before = locked.get(id);
    if (!isThere(before)) return missingCustomer(trx, { brandId, id });
    if (versions && !versions.includes(before.version)) return { outcome: 'outdated' };
    const now = context.now();
    const patch = patchFor(before, now);
    const messages = await wrongAddress(trx, brandId, patch.addressId);
    if (messages.length > 0) return { outcome: 'invalid', messages };
    const planned = changeCustomer(before, patch, { author, now });
    if (!planned) return shown(before);
    const { customer, changes } = planned;
    await updateCustomer(trx, customer);
    if (changesSearchWords(before, customer)) {
      await refreshSearch(trx, 'customer', [customer]);
    }
    const event = { brandId, ...author, subjectId: id, reason: null, createdAt: now };
    await recordEvents(trx, [{ ...event, type: 'customer.updated', changes }], context);
    return shown(customer);
  });
}

function shown(customer: CustomerRecord): CustomerOutcome {
  const body = JSON.stringify(presentCustomer(customer));
  return { outcome: 'changed', version: customer.version, body };
}
