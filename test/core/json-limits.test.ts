// Depth and counts of a JSON text, measured before parsing, equal those of the parsed value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { limitExceededBy } from '#core/reading/json-limits.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Fields and items; an empty object or array counts as one. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  return inside.reduce((sum, one) => sum + valuesOf(one), Math.max(1, inside.length));
}

/** The largest number of fields in one object; an empty object counts as one. */
function fieldsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Math.max(1, Object.keys(value).length);
  return Math.max(own, ...Object.values(value).map(fieldsOf));
}

const signs = fc.string({
  unit: fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', 'a', '\n', 'é'),
});
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'medium' },
    signs,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(signs, tie('any'), { maxKeys: 3 }),
  ),
})).any;
const any = { depthMax: Infinity, fieldsMax: Infinity, valuesMax: Infinity };

test('brackets count where they nest and not where they are text', () => {
  fc.assert(
    fc.property(value, fc.nat(6), fc.constantFrom(0, 2), (one, depthMax, indent) => {
      const json = JSON.stringify(one, null, indent);
      const isExceeded = limitExceededBy(json, { ...any, depthMax }) === 'depth';
      assert.equal(isExceeded, depthOf(one) > depthMax);
    }),
    { numRuns: 2_000 },
  );
});

test('fields and items count wherever they are, and not where they are text', () => {
  fc.assert(
    fc.property(value, fc.nat(12), fc.constantFrom(0, 2), (one, valuesMax, indent) => {
      const json = JSON.stringify(one, null, indent);
      const isExceeded = limitExceededBy(json, { ...any, valuesMax }) === 'values';
      assert.equal(isExceeded, valuesOf(one) > valuesMax);
    }),
    { numRuns: 2_000 },
  );
});

test('fields of one object count, and items of an array do not', () => {
  fc.assert(
    fc.property(value, fc.integer({ min: 1, max: 3 }), (one, fieldsMax) => {
      const isExceeded = limitExceededBy(JSON.stringify(one), { ...any, fieldsMax }) === 'fields';
      assert.equal(isExceeded, fieldsOf(one) > fieldsMax);
    }),
    { numRuns: 2_000 },
  );
});

test('invalid JSON is measured without throwing', () => {
  fc.assert(
    fc.property(signs, fc.nat(5), fc.nat(5), (text, depthMax, most) => {
      limitExceededBy(text, { depthMax, fieldsMax: most, valuesMax: most });
    }),
  );
  assert.equal(limitExceededBy('['.repeat(1_000_000), { ...any, depthMax: 32 }), 'depth');
  assert.equal(limitExceededBy('[]'.repeat(500_000), { ...any, depthMax: 32 }), null);
});
