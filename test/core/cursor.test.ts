// A cursor decodes to its position, for the query it was made for and no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { CursorSeal } from '#core/requests/cursor.ts';

const seal = new CursorSeal('key of this installation');

const position = fc
  .tuple(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.string()), fc.oneof(fc.uuid(), fc.string()))
  .map(([value, id]) => ({ value, id }));
const question = fc.tuple(
  fc.constantFrom('/v1/api/leads', '/v1/api/address'),
  fc.uuid(),
  fc.constantFrom('createdAt', '-createdAt'),
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
);

test('a cursor decodes to its position', () => {
  fc.assert(
    fc.property(position, question, (place, asked) => {
      const cursor = seal.encode(place, asked);
      assert.match(cursor, /^[\w-]+$/);
      assert.deepEqual(seal.decode(cursor, asked), place);
    }),
  );
});

test('another query refuses it', () => {
  fc.assert(
    fc.property(position, question, question, (place, asked, other) => {
      fc.pre(JSON.stringify(asked) !== JSON.stringify(other));
      assert.equal(seal.decode(seal.encode(place, asked), other), undefined);
    }),
  );
});

test('a modified cursor is refused', () => {
  const character = fc.constantFrom(...'ABCxyz019-_ %"=.!');
  fc.assert(
    fc.property(position, question, fc.nat(200), character, (place, asked, at, other) => {
      const cursor = seal.encode(place, asked);
      const index = at % cursor.length;
      const changed = cursor.slice(0, index) + other + cursor.slice(index + 1);
      if (changed !== cursor) assert.equal(seal.decode(changed, asked), undefined);
      assert.equal(seal.decode(cursor + other, asked), undefined);
      assert.equal(seal.decode(other + cursor, asked), undefined);
      assert.equal(seal.decode(cursor.slice(0, index), asked), undefined);
    }),
    { numRuns: 1_000 },
  );
});

test('arbitrary text is not a cursor', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
  );
  fc.assert(
    fc.property(anything, question, (text, asked) => {
      assert.equal(seal.decode(text, asked), undefined);
    }),
    { numRuns: 1_000 },
  );
});

test('another key cannot decode it', () => {
  const other = new CursorSeal('key of another installation');
  fc.assert(
    fc.property(position, question, (place, asked) => {
      assert.equal(other.decode(seal.encode(place, asked), asked), undefined);
    }),
  );
});
