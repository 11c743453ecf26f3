// What a batch of submissions means, given the customers it could match: which customers, addresses
// and work items come into being and which customers are filled in. A submission sees the customers
// that earlier ones of the same batch made or filled in, as if each had come alone.
import type { Match } from '#contract/lead-batch-lists.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { priorities } from '#contract/work-item-lists.ts';
import { cityKeyOf, postalCodeKeyOf } from './address-keys.ts';
import { emailKeyOf, type MatchKey, phoneKeyOf } from './customer-matching.ts';
import type { GeoPoint } from './geocode.ts';
import { readPhotoUrl } from './photo-url.ts';
import type { AddressRecord, CustomerRecord, PhotoRecord, WorkItemRecord } from './records.ts';

export interface LeadIntake {
  brandId: string;
  brandCountry: string;
  customerId: string;
  addressId: string;
  workItemId: string;
  receivedAt: number;
  // The member who wrote it down; null for a key.
  createdBy: string | null;
  lead: LeadSubmission;
  // Null for a lead without an address.
  location: GeoPoint | null;
  // Given when it was said who it is for.
  customer?: KnownCustomer;
}

export type KnownCustomer = Pick<
  CustomerRecord,
  | 'brandId'
  | 'id'
  | 'createdAt'
  | 'name'
  | 'email'
  | 'emailKey'
  | 'phone'
  | 'phoneKey'
  | 'addressId'
> & {
  /** Of customers that were merged into it. */
  formerKeys?: readonly MatchKey[];
};

export interface CustomerFillIn {
  brandId: string;
  id: string;
  updatedAt: number;
  phone?: string;
  phoneKey?: string | null;
  addressId?: string;
}

export interface PlannedLead {
  match: Match;
  workItem: WorkItemRecord;
  customer: KnownCustomer;
  // What the customer did not have yet.
  fillIn: CustomerFillIn | null;
  photos: PhotoRecord[];
}

export interface IntakePlan {
  addresses: AddressRecord[];
  customers: CustomerRecord[];
  fillIns: CustomerFillIn[];
  // One for each submission, in the order they came.
  leads: PlannedLead[];
}

export function planLeadIntake(
  known: readonly KnownCustomer[],
  intakes: readonly LeadIntake[],
): IntakePlan {
  const directory = new CustomerDirectory(known);
  const plan: IntakePlan = { addresses: [], customers: [], fillIns: [], leads: [] };
  for (const intake of intakes) planOne(plan, directory, intake);
  return plan;
}

function planOne(plan: IntakePlan, directory: CustomerDirectory, intake: LeadIntake): void {
  const { brandId, lead } = intake;
  const phoneKey = phoneKeyOf(lead.phone);
  const given = intake.customer;
  const byEmail = given ? undefined : directory.oldest(brandId, 'emailKey', emailKeyOf(lead.email));
  const byPhone = given ?? directory.oldest(brandId, 'phoneKey', phoneKey);

  const address = intake.location && newAddress(intake, intake.location);
  if (address) plan.addresses.push(address);

  let customer = byEmail ?? byPhone;
  let fillIn: CustomerFillIn | null = null;
  const remarks: string[] = [];
  if (byEmail) {
    if (byPhone && !directory.isKnownBy(byEmail, 'phoneKey', phoneKey)) {
      remarks.push(`The phone number ${lead.phone} belongs to another customer, ${byPhone.id}.`);
    }
    fillIn = fillInFor(byEmail, intake, address);
    if (fillIn) {
      plan.fillIns.push(fillIn);
      directory.fillIn(byEmail, fillIn);
      remarks.unshift(...remarksOn(fillIn));
    }
  } else if (!customer) {
    const created = newCustomer(intake, address);
    plan.customers.push(created);
    customer = directory.add(created);
  }

  plan.leads.push({
    match: byEmail ? 'email' : byPhone ? 'phone' : 'new',
    workItem: newWorkItem(intake, customer!.id, address, remarks),
    customer: customer!,
    fillIn,
    photos: newPhotos(intake),
  });
}

/** The customers a batch can match, found by key; of several the oldest counts. */
class CustomerDirectory {
  readonly #byKey = new Map<string, KnownCustomer[]>();

  constructor(known: readonly KnownCustomer[]) {
    for (const customer of known) this.add(customer);
  }

  oldest(brandId: string, kind: MatchKey['kind'], key: string | null): KnownCustomer | undefined {
    if (key === null) return undefined;
    const candidates = this.#byKey.get(slot(brandId, kind, key));
    return candidates?.reduce((oldest, next) => (isOlder(next, oldest) ? next : oldest));
  }

  isKnownBy(customer: KnownCustomer, kind: MatchKey['kind'], key: string | null): boolean {
    if (key === null) return false;
    return this.#byKey.get(slot(customer.brandId, kind, key))?.includes(customer) ?? false;
  }

  add(customer: KnownCustomer): KnownCustomer {
    const entry = { ...customer };
    this.#fileBy(entry, 'emailKey', entry.emailKey);
    this.#fileBy(entry, 'phoneKey', entry.phoneKey);
    for (const { kind, key } of entry.formerKeys ?? []) this.#fileBy(entry, kind, key);
    return entry;
  }

  fillIn(customer: KnownCustomer, { phone, phoneKey, addressId }: CustomerFillIn): void {
    if (addressId !== undefined) customer.addressId = addressId;
    if (phone === undefined) return;
    customer.phone = phone;
    customer.phoneKey = phoneKey ?? null;
    this.#fileBy(customer, 'phoneKey', customer.phoneKey);
  }

  #fileBy(customer: KnownCustomer, kind: MatchKey['kind'], key: string | null): void {
    if (key === null) return;
    const at = slot(customer.brandId, kind, key);
    const candidates = this.#byKey.get(at);
    if (candidates) candidates.push(customer);
    else this.#byKey.set(at, [customer]);
  }
}

function slot(brandId: string, kind: string, key: string): string {
  return `${brandId} ${kind} ${key}`;
}

function isOlder(one: KnownCustomer, other: KnownCustomer): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt;
  return one.id < other.id;
}

function fillInFor(
  customer: KnownCustomer,
  intake: LeadIntake,
  address: AddressRecord | null,
): CustomerFillIn | null {
  const phone = customer.phone === '' ? intake.lead.phone : undefined;
  const addressId = customer.addressId === null ? address?.id : undefined;
  if (phone === undefined && addressId === undefined) return null;
  return {
    brandId: customer.brandId,
    id: customer.id,
    updatedAt: intake.receivedAt,
    ...(phone !== undefined && { phone, phoneKey: phoneKeyOf(phone) }),
    ...(addressId !== undefined && { addressId }),
  };
}

function remarksOn(fillIn: CustomerFillIn): string[] {
  const remarks: string[] = [];
  if (fillIn.phone !== undefined) {
    remarks.push(`The phone number ${fillIn.phone} was added to the existing customer.`);
  }
  if (fillIn.addressId !== undefined) {
    remarks.push('The address was added to the existing customer.');
  }
  return remarks;
}

function newCustomer(intake: LeadIntake, address: AddressRecord | null): CustomerRecord {
  const { lead } = intake;
  return {
    brandId: intake.brandId,
    id: intake.customerId,
    version: 1,
    name: lead.customerName,
    firstName: lead.firstName ?? '',
    lastName: lead.lastName ?? '',
    email: lead.email ?? '',
    phone: lead.phone ?? '',
    emailKey: emailKeyOf(lead.email),
    phoneKey: phoneKeyOf(lead.phone),
    secondaryPhone: null,
    companyName: lead.companyName ?? '',
    isCompany: lead.companyName !== undefined,
    addressId: address?.id ?? null,
    notes: null,
    tags: null,
    createdAt: intake.receivedAt,
    updatedAt: intake.receivedAt,
    createdBy: intake.createdBy,
    updatedBy: intake.createdBy,
    deletedAt: null,
    archivedAt: null,
    mergedInto: null,
  };
}

function newAddress(intake: LeadIntake, location: GeoPoint): AddressRecord {
  const { lead } = intake;
  return {
    brandId: intake.brandId,
    id: intake.addressId,
    version: 1,
    country: lead.country ?? intake.brandCountry,
    stateProvince: null,
    city: lead.city ?? '',
    postalCode: lead.postalCode ?? '',
    street: lead.street ?? '',
    streetNumber: lead.streetNumber ?? '',
    streetNumberAddition: lead.streetNumberAddition ?? '',
    latitude: location.latitude,
    longitude: location.longitude,
    precision: location.precision,
    locationNotes: null,
    cityKey: cityKeyOf(lead.city ?? ''),
    postalCodeKey: postalCodeKeyOf(lead.postalCode ?? ''),
    createdAt: intake.receivedAt,
  };
}

function newWorkItem(
  intake: LeadIntake,
  customerId: string,
  address: AddressRecord | null,
  remarks: string[],
): WorkItemRecord {
  const { lead, receivedAt } = intake;
  return {
    brandId: intake.brandId,
    id: intake.workItemId,
    version: 1,
    customerId,
    addressId: address?.id ?? null,
    title: lead.title,
    description: lead.description ?? '',
    phase: 'lead',
    status: 'request',
    priorityRank: priorities.indexOf(lead.priority ?? 'medium'),
    category: lead.category ?? null,
    customerSignature: null,
    scheduledStart: null,
    scheduledEnd: null,
    actualStart: null,
    actualEnd: null,
    source: lead.source ?? 'web',
    receivedAt,
    customStatusId: null,
    estimatedCost: null,
    finalCost: null,
    budgetQuote: lead.budgetQuote ?? null,
    notes: notesOf(lead.notes, remarks),
    completionNotes: null,
    tags: null,
    photoCount: lead.photoUrls?.length ?? null,
    createdAt: receivedAt,
    updatedAt: receivedAt,
    createdBy: intake.createdBy,
    updatedBy: intake.createdBy,
    deletedAt: null,
    archivedAt: null,
  };
}

function notesOf(submitted: string | undefined, remarks: string[]): string | null {
  const paragraphs = [...(submitted === undefined ? [] : [submitted]), remarks.join(' ')];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n') || null;
}

function newPhotos(intake: LeadIntake): PhotoRecord[] {
  return (intake.lead.photoUrls ?? []).map((url, position) => ({
    brandId: intake.brandId,
    workItemId: intake.workItemId,
    position,
    url,
    ...outlookOf(url),
    assetId: null,
    contentType: null,
    sizeBytes: null,
    width: null,
    height: null,
  }));
}

// What is no address of a picture fails here and now.
function outlookOf(url: string): Pick<PhotoRecord, 'status' | 'error'> {
  const reading = readPhotoUrl(url);
  return 'error' in reading
    ? { status: 'failed', error: reading.error }
    : { status: 'pending', error: null };
}
