// The batch planner against a model that takes leads one by one, on sequences full of collisions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { KnownCustomer } from '#core/customers/customer-directory.ts';
import type { LeadIntake } from '#core/leads/new-records.ts';
import { planLeadIntake } from '#core/leads/plan-lead-intake.ts';
import {
  candidatesFor,
  carryOut,
  existingCustomers,
  intakeOf,
  known,
  sentLead,
} from '../support/intake-cases.ts';
import { type ModelCustomer, type ModelOutcome, takeIn } from '../support/intake-model.ts';

/** Plans a batch and applies the plan to the world; returns the outcome of each lead. */
function takeInBatch(
  world: ModelCustomer[],
  batch: LeadIntake[],
  candidates: KnownCustomer[],
): { outcome: ModelOutcome; addressId: string | null; notes: string | null }[] {
  const plan = planLeadIntake(candidates, batch);
  assert.equal(plan.leads.length, batch.length);
  carryOut(world, plan);
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
      others: (['name', 'email', 'phone', 'address'] as const).filter((detail) =>
        remark.includes(sentenceOn(detail, batch[index]!)),
      ),
    };
    return { outcome, addressId: workItem.addressId, notes: workItem.notes };
  });
}

function sentenceOn(
  detail: ModelOutcome['others'][number],
  { lead: { customerName, email, phone, city } }: LeadIntake,
): string {
  const without = (what: string, value?: string) =>
    `Sent with ${what} that the customer does not have: ${value}.`;
  if (detail === 'name') return `Sent under another name: ${customerName}.`;
  if (detail === 'email') return without('an e-mail address', email);
  return detail === 'phone' ? without('a phone number', phone) : without('an address', city);
}

test('a batch, split anywhere, equals its leads one by one', () => {
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
        // Customers that no lead can match make no difference.
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
        const { addsPhone, addsAddress, phoneIsAnothers, others } = expected[index]!;
        const flags = [addsPhone, addsAddress, phoneIsAnothers];
        const sentences = flags.filter(Boolean).length + others.length;
        const remarks = (notes ?? '').slice(lead.notes?.length ?? 0).trim();
        assert.equal(remarks.match(/(?:The|Sent) .*?\.(?= The| Sent|$)/g)?.length ?? 0, sentences);
        if (lead.notes !== undefined) assert.ok(notes!.startsWith(lead.notes), notes!);
        if (sentences === 0) assert.equal(notes, lead.notes ?? null);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('the given customers are not mutated', () => {
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
