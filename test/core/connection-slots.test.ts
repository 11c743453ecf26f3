import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ConnectionSlots } from '#core/requests/connection-slots.ts';

interface Connection {
  address: string;
  isProxy: boolean;
}
const sparesMax = 16;
const from = (address: string): Connection => ({ address, isProxy: address === 'proxy' });

test('no connection is evicted for an address that holds as many', () => {
  const step = fc.record({
    what: fc.constantFrom('add', 'add', 'add', 'begin', 'end', 'remove'),
    address: fc.constantFrom('a', 'a', 'a', 'b', 'c', 'proxy'),
    which: fc.nat(50),
  });
  const sizes = fc.record({ max: fc.integer({ min: 1, max: 12 }), share: fc.nat(11) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), sizes, (steps, { max, share }) => {
      const perAddressMax = share + 1;
      const places = new ConnectionSlots<Connection>({ max, perAddressMax });
      const open = new Set<Connection>();
      const busy = new Set<Connection>();
      const taken = () => [...open].filter((one) => !places.isSpare(one));
      const heldBy = (address: string) => taken().filter((one) => one.address === address).length;
      for (const { what, address, which } of steps) {
        const chosen = [...open][which % (open.size || 1)];
        if (what === 'add') {
          const connection = from(address);
          const spares = [...open].filter((one) => places.isSpare(one));
          const [hadRoom, held] = [places.hasRoomFor(connection), heldBy(address)];
          const counts = new Map([...open].map((one) => [one, heldBy(one.address)]));
          const evicted = places.add(connection);
          open.add(connection);
          if (evicted) {
            assert.ok(!hadRoom, 'closed although there was room');
            open.delete(evicted);
            if (spares.includes(evicted)) assert.equal(spares.length, sparesMax);
            else {
              assert.ok(!busy.has(evicted), 'a request was under way');
              assert.ok(evicted.address === address || counts.get(evicted)! > held);
            }
          }
          assert.ok(!hadRoom || !places.isSpare(connection));
        } else if (chosen && what === 'begin') {
          if (places.isSpare(chosen) && places.hasRoomFor(chosen)) places.promote(chosen);
          places.markBusy(chosen);
          busy.add(chosen);
        } else if (chosen && what === 'end') {
          places.markIdle(chosen);
          busy.delete(chosen);
        } else if (chosen) {
          places.remove(chosen);
          open.delete(chosen);
        }
        assert.equal(places.count, open.size);
        assert.ok(taken().length <= max);
        for (const one of ['a', 'b', 'c']) assert.ok(heldBy(one) <= perAddressMax);
        assert.ok(open.size - taken().length <= sparesMax);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('one address never takes slots from others', () => {
  const others = ['b', 'c', 'd', 'e'];
  const admitted = (attacks: number, isBusy: boolean) => {
    const places = new ConnectionSlots<Connection>({ max: 40, perAddressMax: 20 });
    const closed = new Set<Connection>();
    let count = 0;
    for (let turn = 0; turn < 5; turn++) {
      for (let attack = 0; attack < attacks; attack++) {
        const connection = from('a');
        const evicted = places.add(connection);
        if (evicted) closed.add(evicted);
        if (isBusy) places.markBusy(connection);
      }
      for (const other of others) {
        const connection = from(other);
        const evicted = places.add(connection);
        if (evicted) closed.add(evicted);
        if (!places.isSpare(connection)) count++;
      }
    }
    return { count, lost: [...closed].filter(({ address }) => address !== 'a').length };
  };
  assert.deepEqual(admitted(0, false), { count: 20, lost: 0 });
  for (const isBusy of [false, true])
    assert.deepEqual(admitted(1_000, isBusy), { count: 20, lost: 0 });
});

test('the longest idle connection is evicted first', () => {
  const places = new ConnectionSlots<Connection>({ max: 3, perAddressMax: 3 });
  const [first, second, third] = [from('a'), from('a'), from('a')];
  for (const one of [first, second, third]) assert.equal(places.add(one), null);
  places.markBusy(first);
  places.markIdle(first);
  places.markBusy(second);
  const other = from('b');
  assert.equal(places.add(other), third);
  assert.equal(places.add(from('c')), first);
  places.markBusy(other);
  const late = from('a');
  assert.equal(places.add(late), null);
  assert.ok(places.isSpare(late), 'nobody holds more');
});
