// Files of spreadsheets as the web app reads them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { withoutFormulaMark, writeCsvRow } from '#core/imports/csv.ts';
import {
  countRows,
  readCsv,
  readCsvFile,
  rowOf,
} from '../../web/src/pages/settings/import/csv-file.ts';

const readings: readonly [what: string, text: string, headers: string[], rows: string[][]][] = [
  ['commas', 'a,b\r\n1,2\r\n', ['a', 'b'], [['1', '2']]],
  ['semicolons, with commas in the cells', 'a;b\n1,5;2\n', ['a', 'b'], [['1,5', '2']]],
  ['tabs', 'a\tb\n1\t2', ['a', 'b'], [['1', '2']]],
  ['a separator in quotes', '"a;x",b\n1,2', ['a;x', 'b'], [['1', '2']]],
  ['a named separator', 'sep=;\r\na;b\r\n1;2', ['a', 'b'], [['1', '2']]],
  ['quotes and line breaks', 'a,b\n"x ""y""\nz",2', ['a', 'b'], [['x "y"\nz', '2']]],
  ['names that are blank or the same', 'a,,a\n1,2,3', ['a', '2', 'a (2)'], [['1', '2', '3']]],
  [
    'rows that are too short or too long',
    'a,b\n1\n1,2,3',
    ['a', 'b', '3'],
    [
      ['1', '', ''],
      ['1', '2', '3'],
    ],
  ],
  [
    'blank rows below',
    'a,b\n\n1,2\n',
    ['a', 'b'],
    [
      ['', ''],
      ['1', '2'],
    ],
  ],
  ['blank rows above', '\n,\na,b\n1,2', ['a', 'b'], [['1', '2']]],
  ['more of another separator inside quotes', 'a,";;"\n1,2', ['a', ';;'], [['1', '2']]],
  [
    'more of another separator below',
    'a;b\nx,y,z;2\nx,y,z;3',
    ['a', 'b'],
    [
      ['x,y,z', '2'],
      ['x,y,z', '3'],
    ],
  ],
  ['semicolons below blank lines', '\r\n\r\na;b\r\n1;2', ['a', 'b'], [['1', '2']]],
  ['a quote inside a cell', 'a,b\n5" pipe,x', ['a', 'b'], [['5" pipe', 'x']]],
  ['quotes in the last cells', '"a","b"\r\n"1","2"\r\n', ['a', 'b'], [['1', '2']]],
  ['old line ends', 'a,b\r1,"2"\r', ['a', 'b'], [['1', '2']]],
  [
    'line ends of both kinds',
    'a,b\r\n1,2\n3,4\r\n"5","6\r\n\r\n7"',
    ['a', 'b'],
    [
      ['1', '2'],
      ['3', '4'],
      ['5', '6\r\n\r\n7'],
    ],
  ],
  ['nothing', '', [], []],
  ['blank lines only', '\r\n\n', [], []],
];

for (const [what, text, headers, rows] of readings) {
  test(`reads ${what}`, () => {
    assert.deepEqual(readCsv(text), { headers, rows, brokenRow: null });
  });
}

const broken: readonly [what: string, text: string, brokenRow: number][] = [
  ['text behind a quote', ',\na,b\n1,2\n"x"y,z\n3,4', 3],
  ['a quote that is not closed', 'a,b\n"x,y\nz', 2],
  ['a quote that is not doubled', 'a;b\n;\n1;2\n"says "hi" to all";y', 4],
];

for (const [what, text, brokenRow] of broken) {
  test(`tells of ${what}`, () => assert.equal(readCsv(text).brokenRow, brokenRow));
}

test('a row keeps its number when blank ones are not counted', () => {
  const table = readCsv('a;b\n;\n1;2\n');
  assert.equal(countRows(table), 1);
  assert.deepEqual(rowOf(table, 3), ['1', '2']);
});

test('letters come through in UTF-8, with and without a mark, and as Windows writes them', async () => {
  const files = ['Zoë;1', '\ufeffZoë;1'].map((text) => new Blob([text]));
  files.push(new Blob([Buffer.from('Zoë;1', 'latin1')]));
  for (const file of files) assert.deepEqual((await readCsvFile(file)).headers, ['Zoë', '1']);
});

test('what was exported is read as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom(...`ab ,;"\r\n\t'=é`) });
  // The last column of an export holds a time or nothing.
  const row = fc.array(cell, { minLength: 2, maxLength: 2 }).map((cells) => [...cells, 'x']);
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom(',', ';'), (rows, separator) => {
      const headers = ['id', 'title', 'notes'];
      const written = [headers, ...rows].map((cells) => writeCsvRow(cells, separator));
      const table = readCsv(written.join(''));
      assert.deepEqual(table.headers, headers);
      assert.deepEqual(
        table.rows.map((cells) => cells.map(withoutFormulaMark)),
        rows,
      );
    }),
    { numRuns: 1_000 },
  );
});
