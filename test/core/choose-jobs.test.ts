import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { chooseJobs, fullSlots } from '#core/choose-jobs.ts';

interface Place {
  brandId: string;
  lane: string;
  isSlow: boolean;
}

const limits = { total: 6, perBrand: 3, perLane: 2, slow: 2 };
const place: fc.Arbitrary<Place> = fc.record({
  brandId: fc.constantFrom('a', 'b', 'c'),
  lane: fc.constantFrom('x', 'y', 'z'),
  isSlow: fc.boolean(),
});
// At most half of the free slots, but at least one.
const brandLimit = (taken: number) =>
  Math.min(limits.perBrand, Math.max(1, Math.floor((limits.total - taken) / 2)));
const count = (places: readonly Place[], field: 'brandId' | 'lane') =>
  Map.groupBy(places, (one) => one[field]);
const slowOf = (places: readonly Place[]) => places.filter(({ isSlow }) => isSlow).length;

test('the choice exceeds no limit and leaves out nothing that fits', () => {
  fc.assert(
    fc.property(fc.array(place), fc.array(place, { maxLength: 6 }), (candidates, underWay) => {
      const chosen = chooseJobs(candidates, underWay, limits);
      const all = [...underWay, ...chosen];
      const fits = (one: Place) =>
        all.length < limits.total &&
        !(one.isSlow && slowOf(all) >= limits.slow) &&
        (count(all, 'brandId').get(one.brandId) ?? []).length < brandLimit(all.length) &&
        (count(all, 'lane').get(one.lane) ?? []).length < limits.perLane;

      assert.ok(chosen.length === 0 || all.length <= limits.total);
      for (const { brandId, lane } of chosen) {
        assert.ok(count(all, 'brandId').get(brandId)!.length <= limits.perBrand);
        assert.ok(count(all, 'lane').get(lane)!.length <= limits.perLane);
      }
      assert.ok(slowOf(chosen) <= Math.max(0, limits.slow - slowOf(underWay)));
      const left = candidates.filter((one) => !chosen.includes(one));
      assert.deepEqual(left.filter(fits), []);
      // In order.
      assert.deepEqual(
        candidates.filter((one) => chosen.includes(one)),
        chosen,
      );
    }),
  );
});

test('a key is full exactly when none of its jobs is chosen', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: limits.total - 1 }), place, (underWay, candidate) => {
      const { brandIds, lanes, isFullOfSlow } = fullSlots(underWay, limits);
      const isFull =
        brandIds.includes(candidate.brandId) ||
        lanes.includes(candidate.lane) ||
        (candidate.isSlow && isFullOfSlow);
      assert.equal(chooseJobs([candidate], underWay, limits).length, isFull ? 0 : 1);
    }),
  );
});

test('two brands with any number of jobs leave room for a third', () => {
  const many = (brandId: string) =>
    Array.from({ length: 100 }, (_, index) => ({ brandId, lane: `${brandId} ${index}` }));
  const wide = { total: 64, perBrand: 24, perLane: 10 };
  const first = chooseJobs([...many('a'), ...many('b')], [], wide);
  const third = chooseJobs(many('c'), first, wide);
  assert.ok(third.length >= 5, `only ${third.length} of another brand`);
});

test('however many endpoints hang, a healthy one finds a slot immediately', () => {
  const wide = { total: 600, perBrand: 20, perLane: 1, slow: 300 };
  for (const brands of [1, 19, 20, 30, 500]) {
    // All but one belong to the first brand.
    const due = Array.from({ length: brands * 20 - 1 }, (_, index) => ({
      brandId: `brand ${Math.floor((index + 1) / 20)}`,
      lane: `slow ${index}`,
      isSlow: true,
    }));
    const hanging = chooseJobs(due, [], wide);
    assert.equal(hanging.length, Math.min(due.length, wide.slow));
    const left = due.filter((one) => !hanging.includes(one));
    // One brand has other endpoints that time out, one has none.
    for (const brandId of ['brand 0', 'another']) {
      const healthy = { brandId, lane: 'healthy', isSlow: false };
      assert.deepEqual(chooseJobs([...left, healthy], hanging, wide), [healthy]);
    }
  }
});

test('endpoints known as slow stay within their share', () => {
  const wide = { total: 600, perBrand: 20, perLane: 1, slow: 300 };
  const unknown = Array.from({ length: 500 }, (_, index) => ({
    brandId: `brand ${index % 25}`,
    lane: `lane ${index}`,
    isSlow: false,
  }));
  const begun = chooseJobs(unknown, [], wide);
  assert.equal(begun.length, 500);
  const known = begun.map((one) => ({ ...one, isSlow: true }));
  // A freed slot goes only to endpoints that are not slow.
  assert.deepEqual(chooseJobs(known.slice(0, 150), known.slice(150), wide), []);
  assert.equal(chooseJobs(known.slice(0, 250), known.slice(250), wide).length, 50);
});
