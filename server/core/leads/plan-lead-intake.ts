// What a batch of submissions means, given the customers it could match: which customers, addresses
// and work items come into being and which customers are filled in. A submission sees the customers
// that earlier ones of the same batch made or filled in, as if each had come alone.
import type { Match } from '#contract/lead-batch-lists.ts';
import {
  CustomerDirectory,
  type CustomerFillIn,
  type KnownCustomer,
} from '../customers/customer-directory.ts';
import { emailKeyOf, phoneKeyOf } from '../customers/customer-matching.ts';
import { type LeadIntake, newAddress, newCustomer, newLead, newPhotos } from './new-records.ts';
import type { AddressRecord, CustomerRecord, PhotoRecord, WorkItemRecord } from '../records.ts';

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
  return planWith(new CustomerDirectory(known), intakes);
}

/** The same for a part of something longer: who is met in one part is there in the next. */
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
    workItem: newLead(intake, customer!.id, address, remarks),
    customer: customer!,
    fillIn,
    photos: newPhotos(intake),
  });
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
