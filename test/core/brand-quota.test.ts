// The measured usage of a brand lags behind by at most a tenth of its quota.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { BrandQuota, quotaKept } from '#core/requests/brand-quota.ts';

test('a brand trimmed at each measurement stays within its quota', () => {
  const bytesMax = 1_000;
  fc.assert(
    fc.property(fc.nat(2_000), fc.array(fc.nat(100), { maxLength: 100 }), (before, sizes) => {
      const quota = new BrandQuota(bytesMax);
      let stored = before;
      for (const size of sizes) {
        stored += size;
        quota.add('b', size);
        if (quota.isDue('b')) {
          stored = Math.min(stored, bytesMax * quotaKept);
          quota.measured('b', stored);
        }
        assert.ok(stored <= bytesMax);
        assert.equal(quota.isFull('b'), stored >= bytesMax);
        assert.equal(quota.fullest, stored / bytesMax);
      }
    }),
  );
});

test('brands are separate, and an unknown one is measured', () => {
  const quota = new BrandQuota(1_000);
  assert.ok(quota.isDue('a') && !quota.isFull('a'));
  quota.measured('a', 1_000);
  assert.ok(quota.isFull('a') && !quota.isDue('a'));
  assert.ok(quota.isDue('b') && !quota.isFull('b'));
  quota.add('a', 99);
  assert.ok(!quota.isDue('a'));
  quota.add('a', 1);
  assert.ok(quota.isDue('a'));
});
