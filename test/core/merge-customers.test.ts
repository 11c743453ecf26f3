// What a merge takes over and its undo gives back, for customers with all kinds of gaps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { emailKeyOf, phoneKeyOf } from '#core/customers/match-keys.ts';
import { mergeCustomers, unmergeCustomer } from '#core/customers/merge-customers.ts';
import type { CustomerRecord } from '#core/records.ts';

const words = (...texts: string[]) => fc.constantFrom('', ...texts);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const phones = ['0611111111', '+31 6 1111 1111', '06-22222222', '112', '1-1-2'];

const customer = (id: string): fc.Arbitrary<CustomerRecord> =>
  fc
    .record({
      name: fc.constantFrom('Jan', 'Piet'),
      firstName: words('Jan', 'Piet'),
      lastName: words('Jansen', 'Pietersen'),
      email: words('a@x.nl', 'b@x.nl'),
      phone: words(...phones),
      secondaryPhone: orNull(fc.constantFrom(...phones)),
      companyName: words('A BV', 'B BV'),
      isCompany: fc.boolean(),
      addressId: orNull(fc.constantFrom('here', 'there')),
      notes: orNull(fc.constantFrom('One.', 'Two.', 'One.\n\nTwo.')),
      tags: orNull(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })),
    })
    .map((fields) => ({
      ...fields,
      brandId: 'brand',
      id,
      version: 1,
      emailKey: emailKeyOf(fields.email),
      phoneKey: phoneKeyOf(fields.phone),
      createdAt: 0,
      updatedAt: 0,
      createdBy: null,
      updatedBy: null,
      deletedAt: null,
      archivedAt: null,
      mergedInto: null,
    }));

const pair = fc.tuple(customer('kept'), customer('other'));
const plainFields = ['email', 'phone', 'companyName', 'addressId'] as const;

test('the kept customer’s fields stay, missing ones come from the other', () => {
  fc.assert(
    fc.property(pair, ([kept, other]) => {
      const before = structuredClone({ kept, other });
      const merged = mergeCustomers(kept, other).kept;
      assert.deepEqual({ kept, other }, before, 'what it was given is not changed');
      for (const field of plainFields) {
        assert.equal(merged[field], kept[field] || other[field], field);
      }
      assert.equal(merged.name, kept.name);
      assert.equal(merged.emailKey, emailKeyOf(merged.email));
      assert.equal(merged.phoneKey, phoneKeyOf(merged.phone));
      const names = (one: CustomerRecord) => `${one.firstName} ${one.lastName}`;
      assert.equal(names(merged), names(kept) === ' ' ? names(other) : names(kept));
      for (const { notes, tags } of [kept, other]) {
        assert.ok((merged.notes ?? '').includes(notes ?? ''));
        for (const tag of tags ?? []) assert.ok(merged.tags!.includes(tag));
      }
      assert.equal(new Set(merged.tags ?? []).size, merged.tags?.length ?? 0);
      // A known number stays known, in either field, unless both were taken.
      if (other.phone !== '' && kept.secondaryPhone === null) {
        const digits = (number: string | null) => (number ?? '').replace(/[^0-9]/g, '').slice(-9);
        const known = [merged.phone, merged.secondaryPhone].map(digits);
        assert.ok(known.includes(digits(other.phone)));
      }
    }),
    { numRuns: 3_000 },
  );
});

test('an undo restores both', () => {
  fc.assert(
    fc.property(pair, ([kept, other]) => {
      const plan = mergeCustomers(kept, other);
      const stored = JSON.parse(JSON.stringify(plan.changes));
      assert.deepEqual(unmergeCustomer(plan.kept, stored), kept);
    }),
    { numRuns: 3_000 },
  );
});

test('several merges undone in any order restore the original', () => {
  const three = fc.tuple(customer('kept'), customer('first'), customer('second'), fc.boolean());
  fc.assert(
    fc.property(three, ([kept, first, second, isFirstFirst]) => {
      const one = mergeCustomers(kept, first);
      const two = mergeCustomers(one.kept, second);
      const order = isFirstFirst ? [one, two] : [two, one];
      const undone = order.reduce((now, { changes }) => unmergeCustomer(now, changes), two.kept);
      if (!isFirstFirst) assert.deepEqual(undone, kept);
      for (const field of ['email', 'companyName', 'addressId'] as const) {
        assert.equal(undone[field], kept[field], field);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('changes after the merge stay', () => {
  const changes = fc.record(
    { email: words('new@x.nl'), phone: words('0699999999'), notes: fc.constantFrom('New.') },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(pair, changes, ([kept, other], later) => {
      const plan = mergeCustomers(kept, other);
      const undone = unmergeCustomer({ ...plan.kept, ...later }, plan.changes);
      for (const field of ['email', 'phone', 'notes'] as const) {
        const isChanged = later[field] !== undefined && later[field] !== plan.kept[field];
        assert.equal(undone[field], isChanged ? later[field] : kept[field], field);
      }
      assert.equal(undone.phoneKey, phoneKeyOf(undone.phone));
    }),
    { numRuns: 2_000 },
  );
});
