// Leads and customers that collide in every way, and how a plan is applied to them.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import type { KnownCustomer } from '#core/customers/customer-directory.ts';
import { emailKeyOf, matchKeysOf, phoneKeyOf } from '#core/customers/match-keys.ts';
import type { LeadIntake } from '#core/leads/new-records.ts';
import type { IntakePlan } from '#core/leads/plan-lead-intake.ts';
import { hasEmail, hasPhone, type ModelCustomer } from './intake-model.ts';

interface Sent {
  brandId: string;
  name: string;
  email: string | undefined;
  phone: string | undefined;
  notes: string | undefined;
  hasAddress: boolean;
  receivedAt: number;
}

const brands = ['brand-a', 'brand-b'];
const emails = ['a@x.nl', 'A@X.nl', 'b@x.nl', 'B@x.NL', 'c@x.nl'];
const phones = [
  ['0611111111', '+31 6 1111 1111', '06-22222222', '0031622222222', '622222222'],
  ['123456', '12-34-56', '12345', '0'],
].flat();
const name = fc.constantFrom('Jan', 'Piet', 'Klaas');
const time = fc.integer({ min: 0, max: 3 });

export const sentLead: fc.Arbitrary<Sent> = fc.record({
  brandId: fc.constantFrom(...brands),
  name,
  email: fc.option(fc.constantFrom(...emails), { nil: undefined }),
  phone: fc.option(fc.constantFrom(...phones), { nil: undefined }),
  notes: fc.option(fc.constantFrom('Call me.', 'two\nlines'), { nil: undefined }),
  hasAddress: fc.boolean(),
  receivedAt: time,
});

const mergedCustomer = fc.record({
  email: fc.constantFrom('', ...emails),
  phone: fc.constantFrom('', ...phones),
});

export const existingCustomers: fc.Arbitrary<ModelCustomer[]> = fc
  .array(
    fc.record({
      brandId: fc.constantFrom(...brands),
      createdAt: time,
      name,
      email: fc.constantFrom('', ...emails),
      phone: fc.constantFrom('', ...phones),
      addressId: fc.constantFrom(null, 'address-before'),
      merged: fc.array(mergedCustomer, { maxLength: 2 }),
    }),
    { maxLength: 5 },
  )
  .map((customers) => customers.map((one, index) => ({ ...one, id: `before-${index}` })));

const utrecht = {
  street: '',
  streetNumber: '',
  streetNumberAddition: '',
  postalCode: '',
  city: 'Utrecht',
  country: 'NL',
};

export function intakeOf(sent: Sent, index: number): LeadIntake {
  const number = String(index).padStart(3, '0');
  const { email, phone, notes } = sent;
  const lead: LeadSubmission = {
    customerName: sent.name,
    title: `Lead ${number}`,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(notes !== undefined && { notes }),
    ...(sent.hasAddress && { city: 'Utrecht' }),
  };
  return {
    brandId: sent.brandId,
    brandCountry: 'NL',
    brandLanguage: 'en' as const,
    customerId: `new-${number}`,
    addressId: `address-${number}`,
    workItemId: `item-${number}`,
    receivedAt: sent.receivedAt,
    createdBy: null,
    lead,
    location: sent.hasAddress ? { latitude: 52, longitude: 5, precision: 'city' } : null,
  };
}

export function known({ merged = [], ...customer }: ModelCustomer): KnownCustomer {
  return {
    ...customer,
    ...keysOf(customer),
    firstName: '',
    lastName: '',
    companyName: '',
    secondaryPhone: null,
    address: customer.addressId === null ? null : utrecht,
    formerKeys: merged.map(keysOf).flatMap(matchKeysOf),
  };
}

function keysOf({ email, phone }: Pick<ModelCustomer, 'email' | 'phone'>) {
  return { emailKey: emailKeyOf(email), phoneKey: phoneKeyOf(phone) };
}

/**
 * The database's candidates for a batch: every customer, or merged customer, that shares a key with
 * one of its leads.
 */
export function candidatesFor(world: ModelCustomer[], batch: LeadIntake[]): KnownCustomer[] {
  return world
    .filter((customer) => isWanted(customer, batch))
    .map(({ merged = [], ...own }) =>
      known({ ...own, merged: merged.filter((one) => isWanted({ ...own, ...one }, batch)) }),
    );
}

function isWanted(customer: ModelCustomer, batch: LeadIntake[]): boolean {
  return batch.some(
    ({ brandId, lead }) =>
      brandId === customer.brandId &&
      (hasEmail(customer, lead.email) || hasPhone(customer, lead.phone)),
  );
}

/** Applies the plan to the world. */
export function carryOut(world: ModelCustomer[], plan: IntakePlan): void {
  for (const { id, brandId, createdAt, name, email, phone, addressId } of plan.customers) {
    world.push({ id, brandId, createdAt, name, email, phone, addressId });
  }
  for (const { brandId, id, phone, addressId, phoneKey } of plan.fillIns) {
    const customer = world.find((one) => one.brandId === brandId && one.id === id);
    assert.ok(customer, `a fill-in for ${id}, which is not there`);
    if (phone !== undefined) {
      assert.equal(customer.phone, '', 'a phone number was overwritten');
      assert.equal(phoneKey, phoneKeyOf(phone));
      customer.phone = phone;
    }
    if (addressId !== undefined) {
      assert.equal(customer.addressId, null, 'an address was overwritten');
      customer.addressId = addressId;
    }
  }
}
