// UUIDv7 ids increase with every call, unless the clock is set back far.
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { clockStepMsMax } from '#core/steady-clock.ts';
import { uuidV7Maker } from '#core/uuid-v7.ts';

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeOf = (uuid: string) => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

test('ids are valid and grow, also when the clock stands still or goes back a little', () => {
  const aTime = fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_009 });
  const nearby = fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_000 + clockStepMsMax });
  const clock = fc.array(fc.oneof(aTime, nearby), {
    minLength: 2,
    maxLength: 50,
  });
  fc.assert(
    fc.property(clock, (times) => {
      const makeId = uuidV7Maker(randomFillSync);
      const ids = times.map((now) => makeId(now));
      for (const id of ids) assert.match(id, shape);
      assert.deepEqual(ids, ids.toSorted());
      assert.equal(new Set(ids).size, ids.length);
      let latest = 0;
      for (const [index, now] of times.entries()) {
        if (now > latest) assert.equal(timeOf(ids[index]!), now);
        latest = Math.max(latest, timeOf(ids[index]!));
      }
    }),
    { numRuns: 500 },
  );
});

test('a clock that was far ahead does not date the ids after it', () => {
  const makeId = uuidV7Maker(randomFillSync);
  const [now, hour] = [1_700_000_000_000, 3_600_000];
  const ids = [now + hour, now, now + 1].map((time) => makeId(time));
  assert.deepEqual(ids.map(timeOf), [now + hour, now, now + 1]);
});

test('more than four thousand in a millisecond borrow from the next', () => {
  const makeId = uuidV7Maker(randomFillSync);
  const now = 1_700_000_000_000;
  const ids = Array.from({ length: 10_000 }, () => makeId(now));
  for (const id of ids) assert.match(id, shape);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(timeOf(ids.at(-1)!) <= now + 2);
});

test('two generators in the same millisecond make different ids', () => {
  const [one, other] = [uuidV7Maker(randomFillSync), uuidV7Maker(randomFillSync)];
  const ids = Array.from({ length: 1_000 }, () => [one(1), other(1)]).flat();
  assert.equal(new Set(ids).size, ids.length);
});
