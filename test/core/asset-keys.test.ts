import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { partsOfKey, pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';

const brandId = '019a2b6e-1d40-7f52-8c11-5a0e7d3b9f24';
const assetId = '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69';

describe('asset keys', () => {
  test('name the brand first', () => {
    assert.equal(pictureKey(brandId, assetId), `${brandId}/${assetId}`);
    assert.equal(thumbnailKey(brandId, assetId), `${brandId}/${assetId}.thumbnail`);
  });

  test('can be parsed', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        const parts = { brandId: a, assetId: b };
        assert.deepEqual(partsOfKey(pictureKey(a, b)), { ...parts, name: b });
        assert.deepEqual(partsOfKey(thumbnailKey(a, b)), { ...parts, name: `${b}.thumbnail` });
      }),
    );
  });

  const wrongIds = [
    '',
    '.',
    '..',
    '../../etc',
    `../${brandId}`,
    `${brandId}/..`,
    `${brandId}\n`,
    `${brandId}\0`,
    brandId.toUpperCase(),
    brandId.replaceAll('-', ''),
    brandId.replace('-', '/'),
    `{${brandId}}`,
    '-'.repeat(36),
  ];
  for (const wrong of wrongIds) {
    test(`refuse ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => pictureKey(wrong, assetId), /made of UUIDs/);
      assert.throws(() => pictureKey(brandId, wrong), /made of UUIDs/);
      assert.throws(() => partsOfKey(`${brandId}/${wrong}`), /made of UUIDs/);
      assert.throws(() => partsOfKey(`${wrong}/${assetId}`), /made of UUIDs/);
    });
  }

  test('have fixed suffixes and nothing around them', () => {
    const key = pictureKey(brandId, assetId);
    for (const wrong of [`${key}.jpg`, `${key}.thumbnail.`, `${key}/x`, `/${key}`, ` ${key}`]) {
      assert.throws(() => partsOfKey(wrong), /made of UUIDs/, wrong);
    }
  });
});
