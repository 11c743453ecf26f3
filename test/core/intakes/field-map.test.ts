// Maps of channels: paths, their mistakes, and paths made from a sample.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { mapSent, readFieldMap } from '#core/intakes/field-map.ts';
import { valueAt } from '#core/intakes/field-path.ts';
import { pathsIn } from '#core/intakes/paths-in.ts';
import { textsOf } from '#core/reading/field-message.ts';

const sent = {
  lead: { name: ' Jan ', age: 41, isNew: false, none: null },
  'lead.name': 'not this one',
  'only.dotted': 'dotted',
  'form_fields[email]': 'jan@example.com',
  'keuze[]': ['a', 'b'],
  'a.b': { 'c"d': 'quoted' },
  nested: { email: 'nested@example.com' },
  answers: [
    { field: { ref: 'name' }, text: 'Piet' },
    { field: { ref: 'tel' }, number: 612 },
  ],
  data: [
    { column_id: 'FULL_NAME', string_value: 'Els' },
    { column_id: 'a]b', string_value: 'bracket' },
  ],
  mixed: ['a', {}],
};

const paths: [path: string, value: string | null][] = [
  ['lead.name', ' Jan '],
  ['lead.age', '41'],
  ['lead.isNew', 'false'],
  ['lead.none', null],
  ['lead', null],
  ['lead.missing.more', null],
  ['only.dotted', 'dotted'],
  ['form_fields[email]', 'jan@example.com'],
  ['nested[email]', 'nested@example.com'],
  ['keuze[]', 'a, b'],
  ['["keuze[]"][1]', 'b'],
  ['["a.b"]["c\\"d"]', 'quoted'],
  ['answers.0.text', 'Piet'],
  ['answers[0].text', 'Piet'],
  ['answers[field.ref=tel].number', '612'],
  ['answers[field.ref=fax].number', null],
  ['data[column_id=FULL_NAME].string_value', 'Els'],
  ['data[column_id="a]b"].string_value', 'bracket'],
  ['mixed', null],
  ['constructor', null],
  ['__proto__.toString', null],
];

for (const [path, value] of paths) {
  test(`${path} is ${value}`, () => {
    assert.equal(valueAt(sent, path), value);
  });
}

test('a map takes paths, lists of paths and constants', () => {
  const { map } = readFieldMap({
    customerName: ['nested.email', 'lead.missing', 'lead.name'],
    title: { value: 'A job' },
    phone: null,
    description: 'lead.none',
    tags: ['keuze[]', 'only.dotted'],
    photoUrls: 'nested.email',
    priority: { value: 'Spoed' },
  });
  assert.deepEqual(mapSent(map!, sent), {
    customerName: 'nested@example.com Jan',
    title: 'A job',
    tags: ['a', 'b', 'dotted'],
    photoUrls: ['nested@example.com'],
    priority: 'urgent',
  });
});

test('lines keep what each value is', () => {
  const lines = [
    'bericht',
    'wensen.kamers',
    'answers[question=kleur].text',
    'fields[id=q7].value',
    'list.0',
    'form_fields[dak]',
    'nothing',
  ];
  const { map } = readFieldMap({ description: { lines } });
  const body = {
    bericht: ' Graag een offerte ',
    wensen: { kamers: 'drie' },
    answers: [{ question: 'kleur', text: 'rood' }],
    fields: [{ id: 'q7', label: 'Hoe snel?', value: 'Morgen' }],
    list: ['los'],
    'form_fields[dak]': 'plat',
  };
  assert.deepEqual(mapSent(map!, body), {
    description:
      'Graag een offerte\nkamers: drie\nkleur: rood\nHoe snel?: Morgen\nlist: los\ndak: plat',
  });
  assert.deepEqual(mapSent(map!, {}), {});
});

const mistakes: [map: unknown, message: RegExp][] = [
  [[], /^map must be an object, got an array$/],
  [{ name: 'x' }, /^map\.name is not a field of a lead: use customerName, /],
  [{ title: 5 }, /^map\.title must be a path, a list of paths, .* got a number$/],
  [{ title: [] }, /^map\.title must be a path/],
  [{ title: ['a', 7] }, /^map\.title item 2 must be a path/],
  [{ title: '' }, /^map\.title is not a path: character 1 needs a name$/],
  [{ title: 'a..b' }, /character 3 needs a name$/],
  [{ title: 'a.' }, /character 3 needs a name$/],
  [{ title: ['a', 'b[x=1'] }, /item 2 is not a path: character 2 needs \[number\]/],
  [{ title: 'a]b' }, /character 2 needs a dot/],
  [{ title: 'x'.repeat(501) }, /must be at most 500 characters, got 501$/],
  [{ title: { value: 'x', more: 1 } }, /^map\.title must be \{ "value": "…" \}/],
  [{ source: { value: 'radio' } }, /^map\.source must be one of web, phone/],
  [{ title: { lines: ['a'] } }, /^map\.title cannot have lines: use them for description, notes$/],
  [{ notes: { lines: 'a' } }, /^map\.notes must be a path/],
  [{ notes: { lines: [] } }, /^map\.notes must be a path/],
  [{ notes: { lines: ['a'], value: 'b' } }, /^map\.notes must be a path/],
  [{ notes: { lines: ['a', 'b.'] } }, /^map\.notes item 2 is not a path/],
  [{ email: { value: 'radio' } }, /^map\.email must be an e-mail address/],
];

for (const [map, message] of mistakes) {
  test(`${JSON.stringify(map).slice(0, 50)} is refused`, () => {
    const { messages = [] } = readFieldMap(map);
    assert.equal(messages.length, 1);
    assert.match(textsOf(messages)[0]!, message);
  });
}

const anyName = fc.oneof(
  fc.constantFrom('name', 'a.b', '0', 'x[]', '__proto__', 'a"]', ' a', ''),
  fc.string(),
);
const anySent = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'medium' },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.array(
      fc.record({ label: fc.oneof(anyName, tie('any')), value: tie('any') }, { requiredKeys: [] }),
      { maxLength: 4 },
    ),
    fc.dictionary(anyName, tie('any'), { maxKeys: 4 }),
  ),
})).any;

test('each path of a sample selects its value, and can be written into a map', () => {
  fc.assert(
    fc.property(anySent, (one) => {
      const found = pathsIn(one);
      for (const { path, value } of found) {
        assert.equal(valueAt(one, path), value);
        assert.ok(readFieldMap({ title: path }).map);
      }
      const isCovered = typeof one !== 'object' || found.length >= leavesOf(one);
      assert.ok(isCovered, `${found.length} paths`);
    }),
    { numRuns: 3_000 },
  );
});

function leavesOf(value: unknown): number {
  if (typeof value !== 'object') return 1;
  return Object.values(value ?? {}).reduce<number>((sum, one) => sum + leavesOf(one), 0);
}

test('entries with a name are selected by it, the first of each name only', () => {
  const list = [
    { id: 'q1', label: 'Naam', value: 'Jan' },
    { id: 'q2', label: 'Naam', value: 'Piet' },
    { label: 'Naam', value: 'Els' },
  ];
  const values = pathsIn({ list }).filter(({ path }) => path.endsWith('.value'));
  assert.deepEqual(values, [
    { path: 'list[label=Naam].value', value: 'Jan' },
    { path: 'list[id=q2].value', value: 'Piet' },
    { path: 'list.2.value', value: 'Els' },
  ]);
});

test('a question selects its answer', () => {
  const answers = [
    { question: 'Welk dak?', answer: 'Plat' },
    { q: 'remarks', a: 'Lek' },
  ];
  const values = pathsIn({ answers }).filter(({ path }) => /\.a/.test(path));
  assert.deepEqual(values, [
    { path: 'answers[question=Welk dak?].answer', value: 'Plat' },
    { path: 'answers[q=remarks].a', value: 'Lek' },
  ]);
});
