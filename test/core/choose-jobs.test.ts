import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { chooseJobs, fullPlaces } from '#core/choose-jobs.ts';

const limits = { total: 6, perBrand: 3, perLane: 2 };
const place = fc.record({
  brandId: fc.constantFrom('a', 'b', 'c'),
  lane: fc.constantFrom('x', 'y', 'z'),
});
// No more than half of the places that are left, but one in any case.
const brandLimit = (taken: number) =>
  Math.min(limits.perBrand, Math.max(1, Math.floor((limits.total - taken) / 2)));
const count = (places: readonly { brandId: string; lane: string }[], field: 'brandId' | 'lane') =>
  Map.groupBy(places, (one) => one[field]);

test('no limit is exceeded by what is chosen, and nothing that fits is left out', () => {
  fc.assert(
    fc.property(fc.array(place), fc.array(place, { maxLength: 6 }), (candidates, underWay) => {
      const chosen = chooseJobs(candidates, underWay, limits);
      const all = [...underWay, ...chosen];
      const fits = (one: { brandId: string; lane: string }) =>
        all.length < limits.total &&
        (count(all, 'brandId').get(one.brandId) ?? []).length < brandLimit(all.length) &&
        (count(all, 'lane').get(one.lane) ?? []).length < limits.perLane;

      assert.ok(chosen.length === 0 || all.length <= limits.total);
      for (const { brandId, lane } of chosen) {
        assert.ok(count(all, 'brandId').get(brandId)!.length <= limits.perBrand);
        assert.ok(count(all, 'lane').get(lane)!.length <= limits.perLane);
      }
      const left = candidates.filter((one) => !chosen.includes(one));
      assert.deepEqual(left.filter(fits), []);
      // In their order.
      assert.deepEqual(
        candidates.filter((one) => chosen.includes(one)),
        chosen,
      );
    }),
  );
});

test('a place is full exactly when nothing of it is chosen any more', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: limits.total - 1 }), place, (underWay, candidate) => {
      const { brandIds, lanes } = fullPlaces(underWay, limits);
      const isFull = brandIds.includes(candidate.brandId) || lanes.includes(candidate.lane);
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
