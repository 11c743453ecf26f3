// What a browser says of the content it wants.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsEncoding, isKnownContent } from '#http/known-content.ts';

const tags: [string | undefined, boolean][] = [
  [undefined, false],
  ['', false],
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ['"b","a" ', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['"aa"', false],
];
for (const [sent, isKnown] of tags) {
  test(`If-None-Match: ${sent} ${isKnown ? 'has' : 'has not'} the tag`, () => {
    assert.equal(isKnownContent(sent, 'W/"a"'), isKnown);
  });
}

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
