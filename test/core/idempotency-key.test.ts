// The Idempotency-Key header: bare and quoted forms name the same key; anything else is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readIdempotencyKey } from '#core/leads/idempotency-key.ts';

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 255,
});
const quoted = (key: string) => `"${key.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;

test('a key is the same bare, quoted and with blanks around it', () => {
  fc.assert(
    fc.property(visible, (key) => {
      const looksQuoted = key.length > 1 && key.startsWith('"') && key.endsWith('"');
      assert.deepEqual(readIdempotencyKey([quoted(key)]), { key });
      assert.deepEqual(readIdempotencyKey([`  ${quoted(key)}\t`]), { key });
      if (!looksQuoted) assert.deepEqual(readIdempotencyKey([key]), { key });
    }),
    { numRuns: 1_000 },
  );
});

test('any header is either a key of 1 to 255 characters or refused', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, size: 'max' }), (header) => {
      const reading = readIdempotencyKey([header]);
      if ('refusal' in reading) assert.match(reading.refusal.text, /^must /);
      else assert.ok(reading.key!.length >= 1 && reading.key!.length <= 255);
    }),
    { numRuns: 1_000 },
  );
});

test('without a header there is no key, and two headers are refused', () => {
  assert.deepEqual(readIdempotencyKey(undefined), { key: null });
  assert.ok('refusal' in readIdempotencyKey(['a', 'a']));
});
