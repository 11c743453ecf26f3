// Plans a batch of submissions, given the customers they could match: which customers, addresses and work
// items to create, and which customers to fill in. A submission sees the customers that earlier ones in
// the batch created or filled in, as if each had arrived alone.
import type { Match } from '#contract/lead-batch-lists.ts';
import {
  CustomerDirectory,
  type CustomerFillIn,
  type KnownCustomer,
} from '../customers/customer-directory.ts';
import { emailKeyOf, phoneKeyOf } from '../customers/match-keys.ts';
import { type LeadIntake, newAddress, newCustomer, newLead, newPhotos } from './new-records.ts';
import type { AddressRecord, CustomerRecord, PhotoRecord, WorkItemRecord } from '../records.ts';

export interface PlannedLead {
  match: Match;
  workItem: WorkItemRecord;
  customer: KnownCustomer;
  // Data that the customer lacked.
  fillIn: CustomerFillIn | null;
  photos: PhotoRecord[];
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
  const customer = byEmail ?? byPhone ?? addCustomer(plan, directory, newCustomer(intake, address));
  const fillIn = matchFillsIn[match] ? fillInFor(customer, intake, address) : null;
  if (fillIn) {
    plan.fillIns.push(fillIn);
    directory.fillIn(customer, fillIn);
  }
  const remarks = fillIn ? remarksOn(fillIn) : [];
  if (isPhoneOfAnother) {
    remarks.push(`The phone number ${lead.phone} belongs to another customer, ${byPhone.id}.`);
  }

  plan.leads.push({
    match,
    workItem: newLead(intake, customer.id, address, remarks),
    customer,
    fillIn,
    photos: newPhotos(intake),
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
  customer: CustomerRecord,
): KnownCustomer {
  plan.customers.push(customer);
  return directory.add(customer);
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
