import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { mergePatch } from '#core/reading/merge-patch.ts';

// The examples of RFC 7396.
const examples: [target: unknown, patch: unknown, merged: unknown][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

for (const [target, patch, merged] of examples) {
  test(`${JSON.stringify(target)} with ${JSON.stringify(patch)}`, () => {
    assert.deepEqual(mergePatch(target, patch), merged);
  });
}

test('a patch is idempotent', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
      const once = mergePatch(target, patch);
      assert.deepEqual(mergePatch(once, patch), once);
    }),
  );
});

test('a field called __proto__ is a field like any other', () => {
  const merged = mergePatch({ a: 1 }, JSON.parse('{"__proto__":{"isAdmin":true}}')) as object;
  assert.equal('isAdmin' in merged, false);
  assert.equal(JSON.stringify(merged), '{"a":1,"__proto__":{"isAdmin":true}}');
});
