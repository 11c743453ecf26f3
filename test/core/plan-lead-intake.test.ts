// The batch planner against a model that takes leads in one by one, on sequences full of collisions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { emailKeyOf, matchKeysOf, phoneKeyOf } from '#core/customer-matching.ts';
import { type KnownCustomer, type LeadIntake, planLeadIntake } from '#core/plan-lead-intake.ts';
import {
  hasEmail,
  hasPhone,
  type ModelCustomer,
  type ModelOutcome,
  takeIn,
} from '../support/intake-model.ts';

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

const sentLead: fc.Arbitrary<Sent> = fc.record({
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

const existingCustomers: fc.Arbitrary<ModelCustomer[]> = fc
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

function intakeOf(sent: Sent, index: number): LeadIntake {
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
    customerId: `new-${number}`,
    addressId: `address-${number}`,
    workItemId: `item-${number}`,
    receivedAt: sent.receivedAt,
    createdBy: null,
    lead,
    location: sent.hasAddress ? { latitude: 52, longitude: 5, precision: 'city' } : null,
  };
}

function known({ merged = [], ...customer }: ModelCustomer): KnownCustomer {
  return { ...customer, ...keysOf(customer), formerKeys: merged.map(keysOf).flatMap(matchKeysOf) };
}

function keysOf({ email, phone }: Pick<ModelCustomer, 'email' | 'phone'>) {
  return { emailKey: emailKeyOf(email), phoneKey: phoneKeyOf(phone) };
}

/** What the database would find for a batch: every customer that shares a key with one of its leads. */
function candidatesFor(world: ModelCustomer[], batch: LeadIntake[]): KnownCustomer[] {
  const isWanted = (customer: ModelCustomer) =>
    batch.some(
      ({ brandId, lead }) =>
        brandId === customer.brandId &&
        (hasEmail(customer, lead.email) || hasPhone(customer, lead.phone)),
    );
  return world.filter(isWanted).map(known);
}

/** Plans a batch and does to the world what the plan says; the outcome of each lead. */
function takeInBatch(
  world: ModelCustomer[],
  batch: LeadIntake[],
  candidates: KnownCustomer[],
): { outcome: ModelOutcome; addressId: string | null; notes: string | null }[] {
  const plan = planLeadIntake(candidates, batch);
  assert.equal(plan.leads.length, batch.length);
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
  const withAddress = batch.filter((intake) => intake.location).map((intake) => intake.addressId);
  assert.deepEqual(
    plan.addresses.map((address) => address.id),
    withAddress,
  );
  return plan.leads.map(({ workItem, match, customer }, index) => {
    assert.equal(workItem.id, batch[index]!.workItemId);
    assert.equal(workItem.brandId, batch[index]!.brandId);
    assert.equal(customer.id, workItem.customerId);
    const remark = (workItem.notes ?? '').slice(batch[index]!.lead.notes?.length ?? 0);
    const outcome = {
      customerId: workItem.customerId,
      isNew: match === 'new',
      addsPhone: /phone number .* was added to the existing customer/.test(remark),
      addsAddress: /address was added to the existing customer/.test(remark),
      phoneIsAnothers: /phone number .* belongs to another customer/.test(remark),
    };
    return { outcome, addressId: workItem.addressId, notes: workItem.notes };
  });
}

test('a batch, cut up anywhere, does what its leads do one by one', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });
  const leads = fc.array(sentLead, { maxLength: 14 });
  fc.assert(
    fc.property(existingCustomers, leads, cuts, fc.boolean(), (before, sent, sizes, seesAll) => {
      const intakes = sent.map(intakeOf);
      const expectedWorld = structuredClone(before);
      const expected = intakes.map((intake) =>
        takeIn(expectedWorld, {
          brandId: intake.brandId,
          receivedAt: intake.receivedAt,
          name: intake.lead.customerName,
          email: intake.lead.email,
          phone: intake.lead.phone,
          newCustomerId: intake.customerId,
          addressId: intake.location ? intake.addressId : undefined,
        }),
      );

      const world = structuredClone(before);
      const outcomes: ReturnType<typeof takeInBatch> = [];
      for (let from = 0, cut = 0; from < intakes.length; cut++) {
        const batch = intakes.slice(from, (from += sizes[cut % sizes.length]!));
        // Customers that nobody in the batch could match make no difference.
        const candidates = seesAll ? world.map(known) : candidatesFor(world, batch);
        outcomes.push(...takeInBatch(world, batch, candidates));
      }

      assert.deepEqual(
        outcomes.map(({ outcome }) => outcome),
        expected,
      );
      const byId = (one: ModelCustomer, other: ModelCustomer) => (one.id < other.id ? -1 : 1);
      assert.deepEqual(world.toSorted(byId), expectedWorld.toSorted(byId));
      for (const [index, { addressId, notes }] of outcomes.entries()) {
        const { lead, location, addressId: own } = intakes[index]!;
        assert.equal(addressId, location ? own : null);
        const { addsPhone, addsAddress, phoneIsAnothers } = expected[index]!;
        if (addsPhone || addsAddress || phoneIsAnothers) {
          assert.ok(notes!.startsWith(lead.notes ?? 'The '), notes!);
        } else {
          assert.equal(notes, lead.notes ?? null);
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

test('the customers it is given are not changed', () => {
  fc.assert(
    fc.property(existingCustomers, fc.array(sentLead, { maxLength: 6 }), (before, sent) => {
      const candidates = before.map(known);
      const intakes = sent.map(intakeOf);
      const copy = structuredClone({ candidates, intakes });
      planLeadIntake(candidates, intakes);
      assert.deepEqual({ candidates, intakes }, copy);
    }),
    { numRuns: 300 },
  );
});
