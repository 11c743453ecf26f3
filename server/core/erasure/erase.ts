// The records of an erased person, without personal data.
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

/** The name of an erased customer, who is also marked as deleted. */
export const erasedName = 'Erased customer';

/** Work items refer to the record, so it stays; it matches no lead and appears in no list. */
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

/** Keeps status, times and amounts; removes free text and the address. */
export function erasedWorkItem(
  item: WorkItemRecord,
  { person, emptiedAddresses, author, now }: ItemErasure,
): WorkItemRecord {
  const isImpersonal = (word: string) => !mentionsPerson(word, person);
  return {
    ...item,
    version: item.version + 1,
    addressId: emptiedAddresses.has(item.addressId ?? '') ? item.addressId : null,
    title: 'Erased',
    description: '',
    category: item.category !== null && isImpersonal(item.category) ? item.category : null,
    customerSignature: null,
    budgetQuote: null,
    notes: null,
    otherContact: null,
    completionNotes: null,
    hoursWorked: null,
    materials: null,
    signedBy: null,
    tags: item.tags && item.tags.filter(isImpersonal),
    followUpAt: null,
    photoCount: null,
    updatedAt: now,
    updatedBy: memberOf(author),
  };
}

/** Moves the address to the centre of its country. */
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

// Ids, times, amounts and enum values; no free text.
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
  'assigneeId',
  'followUpAt',
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
