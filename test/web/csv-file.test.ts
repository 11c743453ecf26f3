// Files of spreadsheets as the web app reads them before it sends them on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { columnNames } from '#core/imports/import-rows.ts';
import { readCsvRows } from '#core/imports/csv.ts';
import {
  countRows,
  readCsv,
  readCsvFile,
  rowOf,
  writeCsv,
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
  ['nothing', '', [], []],
];

for (const [what, text, headers, rows] of readings) {
  test(`reads ${what}`, () => assert.deepEqual(readCsv(text), { headers, rows }));
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

test('the service reads what the app writes, with the same numbers', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab ,;"\r\n\t\'é') });
  const name = fc
    .string({ unit: 'grapheme-ascii', minLength: 1 })
    .filter((text) => text.trim() !== '');
  const tables = fc
    .uniqueArray(name, { minLength: 1, maxLength: 4, selector: (text) => text.trim() })
    .chain((names) => {
      const headers = names.map((text) => text.trim());
      const row = fc.array(cell, { minLength: headers.length, maxLength: headers.length });
      return fc.record({ headers: fc.constant(headers), rows: fc.array(row, { maxLength: 5 }) });
    });
  fc.assert(
    fc.property(tables, (table) => {
      const [heading, ...rows] = readCsvRows(writeCsv(table));
      assert.deepEqual(columnNames(heading!.cells), table.headers);
      for (const { number, cells } of rows) assert.deepEqual(cells, rowOf(table, number));
      assert.equal(rows.length, countRows(table));
    }),
  );
});
