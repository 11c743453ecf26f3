import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchesIfNoneMatch } from '#core/requests/etag.ts';

const opaquePart = '"abc,123"';
const cases: [header: string | undefined, isKnown: boolean][] = [
  [undefined, false],
  ['', false],
  ['*', true],
  [' * ', true],
  [opaquePart, true],
  [`${opaquePart} `, true],
  [`W/${opaquePart}`, true],
  [`"x", ${opaquePart}`, true],
  [`"x",${opaquePart}`, true],
  [`W/"x",W/${opaquePart},"y"`, true],
  ['"other"', false],
  ['"abc", "123"', false],
  ['"xabc,123"', false],
  ['abc,123', false],
  ['"ABC,123"', false],
  ['"*"', false],
  ['"', false],
];

for (const etag of [opaquePart, `W/${opaquePart}`]) {
  describe(`If-None-Match, where the tag is ${etag}`, () => {
    for (const [header, isKnown] of cases) {
      test(`${header}: ${isKnown ? 'known' : 'not known'}`, () => {
        assert.equal(matchesIfNoneMatch(header, etag), isKnown);
      });
    }
  });
}
