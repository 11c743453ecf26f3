import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { chooseJobs, fullPlaces } from '#core/choose-jobs.ts';

const limits = { total: 6, perBrand: 3, perLane: 2 };
const place = fc.record({
  brandId: fc.constantFrom('a', 'b', 'c'),
  lane: fc.constantFrom('x', 'y', 'z'),
});
const count = (places: readonly { brandId: string; lane: string }[], field: 'brandId' | 'lane') =>
  Map.groupBy(places, (one) => one[field]);

test('no limit is exceeded by what is chosen, and nothing that fits is left out', () => {
  fc.assert(
    fc.property(fc.array(place), fc.array(place, { maxLength: 6 }), (candidates, underWay) => {
      const chosen = chooseJobs(candidates, underWay, limits);
      const all = [...underWay, ...chosen];
      const fits = (one: { brandId: string; lane: string }) =>
        all.length < limits.total &&
        (count(all, 'brandId').get(one.brandId) ?? []).length < limits.perBrand &&
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
    fc.property(fc.array(place, { maxLength: 6 }), place, (underWay, candidate) => {
      const { brandIds, lanes } = fullPlaces(underWay, limits);
      const isFull = brandIds.includes(candidate.brandId) || lanes.includes(candidate.lane);
      const roomy = { ...limits, total: 1_000 };
      assert.equal(chooseJobs([candidate], underWay, roomy).length, isFull ? 0 : 1);
    }),
  );
});
