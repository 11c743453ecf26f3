import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  clockTime,
  escapeText,
  foldLine,
  offsetText,
  utcTime,
} from '#core/calendar/icalendar-text.ts';

const texts = fc.string({ unit: 'grapheme', maxLength: 500 });

test('a folded line has pieces of at most 75 octets and unfolds to itself', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const line = `SUMMARY:${escapeText(text)}`;
      const folded = foldLine(line);
      assert.ok(folded.endsWith('\r\n'));
      const pieces = Buffer.from(folded.slice(0, -2)).toString('latin1').split('\r\n');
      for (const [index, octets] of pieces.entries()) {
        assert.ok(octets.length <= 75, `${octets.length}`);
        if (index > 0) assert.ok(octets.startsWith(' '));
        // No fold splits a character.
        const piece = Buffer.from(octets, 'latin1');
        assert.deepEqual(Buffer.from(piece.toString('utf8')), piece);
      }
      assert.equal(folded.replaceAll('\r\n ', ''), `${line}\r\n`);
    }),
  );
});

test('a text has no line break or bare separator, and round-trips', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const escaped = escapeText(text);
      assert.doesNotMatch(escaped, /[\r\n\0]/);
      assert.doesNotMatch(escaped.replaceAll(/\\[\\;,n]/g, ''), /[\\;,]/);
      const read = escaped.replaceAll(/\\([\\;,n])/g, (_, one) => (one === 'n' ? '\n' : one));
      const kept = text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Control}/gu, '');
      assert.equal(read, kept.toWellFormed());
    }),
  );
});

const written: [made: string, expected: string][] = [
  [escapeText('a;b,c\\d\r\ne\u0007'), 'a\\;b\\,c\\\\d\\ne'],
  [utcTime(Date.UTC(2026, 10, 15, 9, 30)), '20261115T093000Z'],
  [clockTime(Date.UTC(2026, 10, 15, 23, 30), 60), '20261116T003000'],
  [offsetText(60), '+0100'],
  [offsetText(-570), '-0930'],
  [offsetText(0), '+0000'],
];
for (const [made, expected] of written) {
  test(expected, () => assert.equal(made, expected));
}
