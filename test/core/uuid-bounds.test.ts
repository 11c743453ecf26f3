import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { timeOfUuid, uuidBoundAt, uuidV7Maker } from '#core/uuid-v7.ts';

const times = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) });

test('a bound separates ids before a time from later ones', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      const id = uuidV7Maker((bytes) => randomFillSync(bytes))(one);
      assert.equal(timeOfUuid(id), one);
      assert.equal(id < uuidBoundAt(other), one < other);
    }),
  );
});

test('times out of range are bounds too', () => {
  assert.equal(uuidBoundAt(-1), '00000000-0000-0000-0000-000000000000');
  assert.equal(uuidBoundAt(Number.MAX_SAFE_INTEGER), 'ffffffff-ffff-0000-0000-000000000000');
});
