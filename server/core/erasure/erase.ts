// What is left of records when the person they tell of is to be forgotten.
import { memberOf, type Author } from '../author.ts';
import { emptyAddress } from '../addresses/empty-address.ts';
import type { Changes } from '../event.ts';
import type { GeoPoint } from '../addresses/geocode.ts';
import { mentionsPerson, type Person } from '../customers/person.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '../records.ts';

interface ErasedBy {
  author: Author;
  now: number;
}

/** By which, and by being deleted, such a customer is known. */
export const erasedName = 'Erased customer';

/** Work items refer to it, so the record stays; it matches nobody and stands in no list. */
export function erasedCustomer(
  customer: CustomerRecord,
  { author, now }: ErasedBy,
): CustomerRecord {
  const { brandId, id, createdAt, createdBy, mergedInto } = customer;
  return {
    brandId,
    id,
    version: customer.version + 1,
    name: erasedName,
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    emailKey: null,
    phoneKey: null,
    secondaryPhone: null,
    companyName: '',
    isCompany: false,
    addressId: null,
    notes: null,
    tags: null,
    createdAt,
    updatedAt: now,
    createdBy,
    updatedBy: memberOf(author),
    deletedAt: now,
    archivedAt: now,
    mergedInto,
  };
}

interface ItemErasure extends ErasedBy {
  person: Person;
  emptiedAddresses: ReadonlySet<string>;
}

/** What was done, when and for how much stays; what was said about it does not, nor where it was. */
export function erasedWorkItem(
  item: WorkItemRecord,
  { person, emptiedAddresses, author, now }: ItemErasure,
): WorkItemRecord {
  const isKept = (word: string) => !mentionsPerson(word, person);
  return {
    ...item,
    version: item.version + 1,
    addressId: emptiedAddresses.has(item.addressId ?? '') ? item.addressId : null,
    title: 'Erased',
    description: '',
    category: item.category !== null && isKept(item.category) ? item.category : null,
    customerSignature: null,
    budgetQuote: null,
    notes: null,
    completionNotes: null,
    tags: item.tags && item.tags.filter(isKept),
    photoCount: null,
    updatedAt: now,
    updatedBy: memberOf(author),
  };
}

/** In the middle of its country. */
export function erasedAddress(
  address: AddressRecord,
  { country, centre }: { country: string; centre: GeoPoint },
): AddressRecord {
  return {
    ...address,
    ...centre,
    ...emptyAddress,
    version: address.version + 1,
    country,
  };
}

// Identifiers, times, amounts and choices from a list: none of them was written by hand.
const impersonalFields = new Set([
  'customerId',
  'status',
  'priority',
  'source',
  'receivedAt',
  'scheduledStart',
  'scheduledEnd',
  'actualStart',
  'actualEnd',
  'customStatusId',
  'estimatedCost',
  'finalCost',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'deletedAt',
  'archivedAt',
]);

export function erasedChanges(changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(([field]) => impersonalFields.has(field)),
  );
}
