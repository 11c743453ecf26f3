// The Error-Details header: whatever the service writes, the client reads back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fieldRules } from '#contract/field-rules.ts';
import { errorDetailsBytesMax, messagesMax } from '#contract/limits.ts';
import { errorDetails } from '#core/reading/error-details.ts';
import { readErrorDetails } from '../../sdk/src/error-details.ts';

// Callers choose the names of unknown fields freely.
const anyText = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.toWellFormed());
const values = fc.dictionary(
  fc.constantFrom('max', 'min', 'item', 'from', 'ports'),
  fc.oneof(fc.integer(), anyText),
);
const detail = fc.record({
  field: fc.option(anyText),
  rule: fc.constantFrom(...fieldRules),
  values,
});

test('what is written is read back, up to a bound, with the count of the rest', () => {
  fc.assert(
    fc.property(fc.array(detail, { maxLength: 40 }), (details) => {
      const header = errorDetails(details);
      assert.match(header, /^[\x20-\x7e]*$/);
      const rest = `, more;count=${details.length}`.length;
      assert.ok(header.length <= errorDetailsBytesMax + rest, String(header.length));
      const read = readErrorDetails(header);
      const isCut = read.length < details.length || read.at(-1)?.rule === 'more';
      const left = details.length - read.length + 1;
      const counted = { field: null, rule: 'more', values: { count: left } };
      const isCounted = isCut && JSON.stringify(read.at(-1)) === JSON.stringify(counted);
      const whole = isCounted ? read.slice(0, -1) : read;
      assert.ok(whole.length <= messagesMax);
      assert.deepEqual(
        whole.map((one) => ({ ...one, values: { ...one.values } })),
        details.slice(0, whole.length).map((one) => ({ ...one, values: { ...one.values } })),
      );
      if (!isCounted) assert.equal(read.length, details.length);
    }),
    { numRuns: 1_000 },
  );
});

test('a header that is malformed or from a newer service does not throw', () => {
  fc.assert(
    fc.property(fc.string(), (header) => void readErrorDetails(header)),
    { numRuns: 1_000 },
  );
  for (const header of [null, '', '"a', '"a";rule', '"a";rule=b,', 'a,,b', '%"%zz";rule=b']) {
    assert.deepEqual(readErrorDetails(header), [], String(header));
  }
  assert.deepEqual(readErrorDetails('"a" ; rule=new_one;x="\\"",  b;c=1.5'), [
    { field: 'a', rule: 'new_one', values: { x: '"' } },
    { field: null, rule: 'b', values: { c: 1.5 } },
  ]);
});
