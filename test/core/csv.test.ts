import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { csvStart, readCsvRows, withoutFormulaMark, writeCsvRow } from '#core/imports/csv.ts';

const read = (text: string) => [...readCsvRows(text)].map(({ cells }) => cells);

const files: { title: string; text: string; rows: string[][] }[] = [
  {
    title: 'commas',
    text: 'a,b\r\n1,2\r\n',
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  {
    title: 'semicolons',
    text: 'a;b\n1,5;2\n',
    rows: [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  },
  {
    title: 'tabs',
    text: 'a\tb\n1;5\t2',
    rows: [
      ['a', 'b'],
      ['1;5', '2'],
    ],
  },
  { title: 'a mark of the byte order', text: '\ufeffa;b\r\n', rows: [['a', 'b']] },
  { title: 'quotes', text: '"a ""x""","b\r\nc",d\r', rows: [['a "x"', 'b\r\nc', 'd']] },
  { title: 'more of another separator inside later quotes', text: 'a,";;"', rows: [['a', ';;']] },
  { title: 'a separator inside quotes', text: '"a;b,c",d', rows: [['a;b,c', 'd']] },
  {
    title: 'empty lines and cells',
    text: '\n,\n\n\na,\n, \n,b\n',
    rows: [
      ['a', ''],
      ['', 'b'],
    ],
  },
  {
    title: 'a quote inside a cell',
    text: 'a,b\n5" pipe,x',
    rows: [
      ['a', 'b'],
      ['5" pipe', 'x'],
    ],
  },
  {
    title: 'text behind a quote',
    text: 'a,b\n"x"y,z',
    rows: [
      ['a', 'b'],
      ['xy', 'z'],
    ],
  },
  { title: 'a quote that is not closed', text: 'a,b\n"x,y\nz', rows: [['a', 'b'], ['x,y\nz']] },
  {
    title: 'old line ends',
    text: 'a,b\rc,d\r',
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  },
  { title: 'nothing', text: '', rows: [] },
  { title: 'only a mark', text: '\ufeff', rows: [] },
];

for (const { title, text, rows } of files) {
  test(`reads ${title}`, () => assert.deepEqual(read(text), rows));
}

test('numbers the rows as spreadsheets do', () => {
  const numbers = [...readCsvRows('a,b\r\n\r\n"x\r\ny",2\r\nz,3')].map(({ number }) => number);
  assert.deepEqual(numbers, [1, 3, 4]);
});

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
  // The last cell is never blank: rows of nothing else are left out.
  const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.array(
      fc.array(cell, { minLength: width, maxLength: width }).map((cells) => [...cells, 'x']),
      { minLength: 1, maxLength: 6 },
    ),
  );
  fc.assert(
    fc.property(table, (rows) => {
      // The heading has no separators in it, as ours never has.
      const heading = rows[0]!.map((_, index) => `column ${index}`);
      for (const separator of [',', ';'] as const) {
        const lines = [heading, ...rows].map((cells) => writeCsvRow(cells, separator));
        const [first, ...rest] = read(csvStart + lines.join(''));
        assert.deepEqual(first, heading);
        assert.deepEqual(
          rest.map((cells) => cells.map(withoutFormulaMark)),
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
