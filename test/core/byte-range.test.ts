import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type ByteRange, isRangeValid, readByteRange } from '#core/requests/byte-range.ts';

const sizeBytes = 1_000;
const whole: ByteRange = { kind: 'whole' };
const unsatisfiable: ByteRange = { kind: 'unsatisfiable' };
const part = (first: number, last: number): ByteRange => ({ kind: 'part', first, last });

describe('a Range header', () => {
  const cases: [header: string | undefined, expected: ByteRange][] = [
    [undefined, whole],
    ['', whole],
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-499', part(0, 499)],
    ['bytes=500-', part(500, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-500', part(500, 999)],
    ['bytes=-5000', part(0, 999)],
    ['bytes=999-', part(999, 999)],
    ['bytes=0-1000000', part(0, 999)],
    ['BYTES=0-9', part(0, 9)],
    ['bytes= 0-9 ', part(0, 9)],
    ['bytes=007-008', part(7, 8)],
    [`bytes=0-${'9'.repeat(400)}`, part(0, 999)],
    [`bytes=-${'9'.repeat(400)}`, part(0, 999)],
    ['bytes=1000-', unsatisfiable],
    ['bytes=1000-2000', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    [`bytes=${'9'.repeat(400)}-`, unsatisfiable],
    ['bytes=9-8', whole],
    ['bytes=2000-1000', whole],
    ['bytes=-', whole],
    ['bytes=', whole],
    ['bytes', whole],
    ['bytes=0-9,20-29', whole],
    ['bytes=0-9,', whole],
    ['bytes=0 - 9', whole],
    ['bytes=a-b', whole],
    ['bytes=0x0-0x9', whole],
    ['bytes=--1', whole],
    ['bytes=+1-2', whole],
    ['bytes=1.0-2', whole],
    ['bytes=٠-٩', whole],
    ['items=0-9', whole],
    ['xbytes=0-9', whole],
  ];
  for (const [header, expected] of cases) {
    test(`${header?.slice(0, 30)} is ${expected.kind}`, () => {
      assert.deepEqual(readByteRange(header, sizeBytes), expected);
    });
  }

  test('an empty picture has no range', () => {
    for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) {
      assert.deepEqual(readByteRange(header, 0), unsatisfiable, header);
    }
  });

  test('a range equals the array slice, and stays within the picture', () => {
    const count = fc.nat({ max: 40 });
    const bytes = fc.array(fc.nat(255), { maxLength: 30 });
    fc.assert(
      fc.property(
        bytes,
        count,
        count,
        fc.constantFrom('both', 'open', 'suffix'),
        (all, a, b, form) => {
          const header = { both: `bytes=${a}-${b}`, open: `bytes=${a}-`, suffix: `bytes=-${a}` }[
            form
          ];
          const expected = {
            both: all.slice(a, b + 1),
            open: all.slice(a),
            suffix: a === 0 ? [] : all.slice(-a),
          }[form];
          const range = readByteRange(header, all.length);
          if (range.kind === 'part') {
            assert.ok(range.first >= 0 && range.first <= range.last && range.last < all.length);
            assert.deepEqual(all.slice(range.first, range.last + 1), expected);
          } else if (range.kind === 'whole') {
            assert.ok(form === 'both' && b < a, header);
          } else {
            assert.deepEqual(expected, [], header);
          }
        },
      ),
    );
  });

  test('any text gets a result', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, size) => {
        for (const header of [text, `bytes=${text}`]) {
          const range = readByteRange(header, size);
          if (range.kind === 'part') assert.ok(range.last < size);
        }
      }),
    );
  });
});

const etag = '"abc,123"';

describe('If-Range', () => {
  const cases: [header: string | undefined, isValid: boolean][] = [
    [undefined, true],
    [etag, true],
    [` ${etag} `, true],
    [`W/${etag}`, false],
    ['"other"', false],
    ['abc,123', false],
    ['*', false],
    [`${etag}, ${etag}`, false],
    ['', false],
    ['Sun, 15 Nov 2026 09:30:00 GMT', false],
  ];
  for (const [header, isValid] of cases) {
    test(`${header}: the range ${isValid ? 'counts' : 'is passed over'}`, () => {
      assert.equal(isRangeValid(header, etag), isValid);
    });
  }
});
