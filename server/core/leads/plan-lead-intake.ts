// Plans a batch of submissions, given the customers they could match: which customers, addresses and work
// items to create, and which customers to fill in. A submission sees the customers that earlier ones in
// the batch created or filled in, as if each had arrived alone.
import type { Match } from '#contract/lead-batch-lists.ts';
import {
  CustomerDirectory,
  type CustomerFillIn,
  type KnownCustomer,
} from '../customers/customer-directory.ts';
import { addressLine } from '../addresses/address-line.ts';
import { emailKeyOf, phoneKeyOf } from '../customers/match-keys.ts';
import { remarksIn } from './lead-remarks.ts';
import { type OtherContact, otherContact, searchedContact } from './other-contact.ts';
import { type LeadIntake, newAddress, newCustomer, newLead, newPhotos } from './new-records.ts';
import type { AddressRecord, CustomerRecord, PhotoRecord, WorkItemRecord } from '../records.ts';

export interface PlannedLead {
  match: Match;
  workItem: WorkItemRecord;
  customer: KnownCustomer;
  // That of the work item.
  address: AddressRecord | null;
  // Data that the customer lacked.
  fillIn: CustomerFillIn | null;
  photos: PhotoRecord[];
  // The name that was sent, when the customer was found by the phone number and has another one.
  otherName: string | null;
}

export interface IntakePlan {
  addresses: AddressRecord[];
  customers: CustomerRecord[];
  fillIns: CustomerFillIn[];
  // One per submission, in order.
  leads: PlannedLead[];
}

export function planLeadIntake(
  known: readonly KnownCustomer[],
  intakes: readonly LeadIntake[],
): IntakePlan {
  return planWith(new CustomerDirectory(known), intakes);
}

/** Plans one part of a longer series; the directory carries customers over to the next part. */
export function planWith(directory: CustomerDirectory, intakes: readonly LeadIntake[]): IntakePlan {
  const plan: IntakePlan = { addresses: [], customers: [], fillIns: [], leads: [] };
  for (const intake of intakes) planOne(plan, directory, intake);
  return plan;
}

function planOne(plan: IntakePlan, directory: CustomerDirectory, intake: LeadIntake): void {
  const { brandId, lead } = intake;
  const phoneKey = phoneKeyOf(lead.phone);
  const given = intake.customer;
  const byEmail = given ? undefined : directory.oldest(brandId, 'emailKey', emailKeyOf(lead.email));
  // A customer given by id is treated like a phone match: it is never changed.
  const byPhone = given ?? directory.oldest(brandId, 'phoneKey', phoneKey);

  const address = intake.location && newAddress(intake, intake.location);
  if (address) plan.addresses.push(address);

  const match = byEmail ? 'email' : byPhone ? 'phone' : 'new';
  const isPhoneOfAnother =
    byEmail && byPhone && !directory.isKnownBy(byEmail, 'phoneKey', phoneKey);
  const customer = byEmail ?? byPhone ?? addCustomer(plan, directory, intake, address);
  const fillIn = matchFillsIn[match] ? fillInFor(customer, intake, address) : null;
  if (fillIn) {
    plan.fillIns.push(fillIn);
    directory.fillIn(customer, fillIn, address);
  }
  // A request that names its customer brings no contact details.
  const other = match === 'new' || given ? {} : otherContact(customer, lead, address);
  const remarks = remarksOn(intake, { fillIn, other, phoneOwner: isPhoneOfAnother && byPhone });

  plan.leads.push({
    match,
    workItem: newLead(intake, {
      customerId: customer.id,
      address,
      remarks,
      otherContact: searchedContact(other),
    }),
    customer,
    address,
    fillIn,
    photos: newPhotos(intake),
    otherName: match === 'phone' ? (other.name ?? null) : null,
  });
}

/**
 * Whether the lead fills in a missing phone number or address. A phone match never changes the customer:
 * a number can be shared or reassigned. A new customer already has all data of the lead.
 */
const matchFillsIn: Record<Match, boolean> = { email: true, phone: false, new: false };

function addCustomer(
  plan: IntakePlan,
  directory: CustomerDirectory,
  intake: LeadIntake,
  address: AddressRecord | null,
): KnownCustomer {
  const customer = newCustomer(intake, address);
  plan.customers.push(customer);
  return directory.add({ ...customer, address });
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

interface Remarkable {
  fillIn: CustomerFillIn | null;
  other: OtherContact;
  /** Another customer who has the phone number. */
  phoneOwner: KnownCustomer | false | undefined;
}

/** A sentence for each detail that was filled in, or that the customer does not have. */
export function remarksOn(
  { lead, brandCountry, brandLanguage }: LeadIntake,
  { fillIn, other, phoneOwner }: Remarkable,
): string[] {
  const say = remarksIn[brandLanguage];
  const { name, companyName, email, address } = other;
  const phone = phoneOwner ? undefined : other.phone;
  return [
    fillIn?.phone !== undefined && say.addedPhone(fillIn.phone),
    fillIn?.addressId !== undefined && say.addedAddress,
    // What every sender may see comes first: notesForSender relies on it.
    phoneOwner && say.phoneOfAnother(lead.phone!, phoneOwner.id),
    name !== undefined && say.otherName(name),
    companyName !== undefined && say.otherCompany(companyName),
    email !== undefined && say.otherEmail(email),
    phone !== undefined && say.otherPhone(phone),
    address !== undefined && say.otherAddress(addressLine(address, brandCountry)),
  ].filter((remark) => typeof remark === 'string');
}
