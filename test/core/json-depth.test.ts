// The depth of a JSON text, told before it is parsed, is the depth of the value it holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isNestedDeeperThan } from '#core/reading/json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const signs = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', 'a', '\n', 'é') });
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

test('brackets count where they nest and not where they are text', () => {
  fc.assert(
    fc.property(value, fc.nat(6), fc.constantFrom(0, 2), (one, levels, indent) => {
      const json = JSON.stringify(one, null, indent);
      assert.equal(isNestedDeeperThan(json, levels), depthOf(one) > levels);
    }),
    { numRuns: 2_000 },
  );
});

test('text that is no JSON is measured without a throw', () => {
  fc.assert(
    fc.property(signs, fc.nat(5), (text, levels) => {
      assert.equal(typeof isNestedDeeperThan(text, levels), 'boolean');
    }),
  );
  assert.ok(isNestedDeeperThan('['.repeat(1_000_000), 32));
  assert.ok(!isNestedDeeperThan('[]'.repeat(500_000), 32));
});
