import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsEncoding } from '#http/accepts-encoding.ts';

const encodings: [string | undefined, boolean][] = [
  [undefined, false],
  ['gzip', true],
  ['br, GZIP', true],
  ['gzip;q=0.5', true],
  ['gzip; q=1.0, br', true],
  ['gzip;q=0', false],
  ['br, gzip; q=0.000', false],
  ['identity', false],
  ['xgzip', false],
];
for (const [sent, isAccepted] of encodings) {
  test(`Accept-Encoding: ${sent} ${isAccepted ? 'takes' : 'does not take'} gzip`, () => {
    assert.equal(acceptsEncoding(sent, 'gzip'), isAccepted);
  });
}
