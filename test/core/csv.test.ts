import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { csvStart, withoutFormulaMark, writeCsvRow } from '#core/imports/csv.ts';

const formulas: [string, string][] = [
  ['=1+1', `'=1+1`],
  ['+31 6 12345678', `'+31 6 12345678`],
  ['-2+3+cmd|x', `'-2+3+cmd|x`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['＝1+1', `'＝1+1`],
  ['a;=1+1', `"a;'=1+1"`],
  ['a\n@x', `"a\n'@x"`],
  [`'=1`, `''=1`],
  ['a\n"=1+1', `"a\n'""=1+1"`],
  ['a\r\n""=1+1', `"a\r\n'""""=1+1"`],
  ['"=1+1', `"'""=1+1"`],
  [`a;"'"@x`, `"a;'""'""@x"`],
  ['a "=" b', `"a ""="" b"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['€ 100,-', '"€ 100,-"'],
  ['a = b - c', 'a = b - c'],
  ['5;-)', `"5;'-)"`],
  ['', ''],
];

for (const [text, written] of formulas) {
  test(`writes ${JSON.stringify(text)} so that no spreadsheet computes it`, () => {
    assert.equal(writeCsvRow([text, 'x']), `${written},x\r\n`);
  });
}

test('numbers, truths and nothing are written plainly', () => {
  assert.equal(writeCsvRow([-5.25, true, null, 0]), '-5.25,true,,0\r\n');
  assert.equal(writeCsvRow([-5.25, true, null, 0], ';'), '-5.25;true;;0\r\n');
});

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...`"',;\t\r\n=+-@ a＝\ufeff`) }),
);

test('what was written is read as it was', () => {
  // The last cell is never blank: a row of one blank cell is a blank line.
  const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.array(
      fc.array(cell, { minLength: width, maxLength: width }).map((cells) => [...cells, 'x']),
      { minLength: 1, maxLength: 6 },
    ),
  );
  fc.assert(
    fc.property(table, (rows) => {
      for (const delimiter of [',', ';'] as const) {
        const text = csvStart + rows.map((cells) => writeCsvRow(cells, delimiter)).join('');
        const { data } = Papa.parse<string[]>(text.slice(0, -2), { delimiter, newline: '\r\n' });
        assert.deepEqual(
          data.map((cells) => cells.map(withoutFormulaMark)),
          rows,
        );
      }
    }),
    { numRuns: 2_000 },
  );
});

test('nothing that is written begins a formula, wherever a spreadsheet splits it', () => {
  fc.assert(
    fc.property(cell, (text) => {
      for (const [separator, splits] of [
        [',', /[;\t\r\n]/],
        [';', /[,;\t\r\n]/],
      ] as const) {
        const written = writeCsvRow(['x', text], separator).slice(2, -2);
        const inside = written.startsWith('"') ? written.slice(1, -1) : written;
        for (const piece of inside.split(splits)) assert.doesNotMatch(piece, /^"*[=+\-@＝]/);
      }
    }),
    { numRuns: 2_000 },
  );
});
