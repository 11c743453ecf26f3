// When a customer was at which address, derived from the current state and the events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isDuring, staysOf } from '#core/customers/stays.ts';

const id = 'customer';
const addresses = ['', 'a', 'b', 'c'] as const;
/**
 * Events of a brand: the customer moves, is merged, unmerged or changed otherwise, or another
 * record changes.
 */
const happening = fc.oneof(
  fc.record({ moveTo: fc.constantFrom(...addresses) }),
  fc.constantFrom('merged' as const, 'renamed' as const, 'other' as const),
);

test('an event is within a stay exactly when the customer was there', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 5 }),
      fc.constantFrom(...addresses),
      fc.array(happening),
      (before, first, happenings) => {
        const told = [];
        // The customer's address after each event; none before the customer existed.
        const where: string[] = Array.from({ length: before + 1 }, () => '');
        told.push({
          type: 'customer.created' as const,
          subjectId: id,
          changes: null,
          position: before + 1,
        });
        where.push(first);
        let [address, isGone]: [string, boolean] = [first, false];
        for (const one of happenings) {
          const position = where.length;
          let changes: object = { name: { before: 'x', after: 'y' } };
          if (one === 'merged') {
            const [before, after] = isGone ? ['2026-01-01', null] : [null, '2026-01-01'];
            changes = { deletedAt: { before, after } };
            isGone = !isGone;
          } else if (typeof one === 'object' && one.moveTo !== address) {
            changes = { addressId: { before: address, after: one.moveTo } };
            address = one.moveTo;
          }
          const subjectId = one === 'other' ? 'another' : id;
          const type = 'customer.updated' as const;
          told.push({ type, subjectId, changes: JSON.stringify(changes), position });
          where.push(isGone ? '' : address);
        }
        const customer = { id, addressId: address || null, deletedAt: isGone ? 1 : null };
        const stays = staysOf(customer, told);
        for (const subjectId of addresses.slice(1)) {
          for (let between = 0; between < where.length; between++) {
            // An event of the address between two of the customer.
            const position = between + 0.5;
            assert.equal(
              isDuring(stays, { subjectId, position }),
              where[between] === subjectId,
              `${subjectId} behind ${between}: ${where.join()}`,
            );
          }
        }
      },
    ),
  );
});

test('a customer without a creation event has always been there', () => {
  const stays = staysOf({ id, addressId: 'a', deletedAt: null }, []);
  assert.equal(isDuring(stays, { subjectId: 'a', position: 1 }), true);
  assert.equal(isDuring(stays, { subjectId: 'b', position: 1 }), false);
});
