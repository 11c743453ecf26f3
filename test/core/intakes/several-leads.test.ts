// Posts with several leads are taken apart, and posts with other lists are not.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ReadingChannel } from '#core/intakes/lead-from-sent.ts';
import { leadFromSent } from '#core/intakes/lead-from-sent.ts';
import { leadsPerPostMax, splitLeads } from '#core/intakes/several-leads.ts';

const hook: ReadingChannel = { type: 'hook', name: 'Portal', map: null, portal: null };
const jan = { name: 'Jan', email: 'jan@example.com', message: 'Lekkage' };
const piet = { name: 'Piet', phone: '0612345678', message: 'Dakgoot' };
const metaLead = ({ name, message }: { name: string; message: string }) => ({
  field: 'leadgen',
  value: {
    field_data: [
      { name: 'full_name', values: [name] },
      { name: 'email', values: [`${name}@example.com`] },
      { name: 'question', values: [message] },
    ],
  },
});

function namesIn(channel: Partial<ReadingChannel>, sent: unknown): unknown[] | null {
  const reading = { ...hook, ...channel };
  const parts = splitLeads(reading, sent);
  return parts && parts.map((part) => leadFromSent(reading, part)['customerName']);
}

const both: [name: string, channel: Partial<ReadingChannel>, sent: unknown][] = [
  ['a list', {}, [jan, piet]],
  ['a named list', {}, { api_key: 'x', leads: [jan, piet] }],
  ['a list within', {}, { data: { items: [jan, piet] }, total: 2 }],
  ['a list in a list of one', {}, [{ leads: [jan, piet] }]],
  [
    'lists of answers',
    {},
    [jan, piet]
      .map(({ name, message }) => [
        { label: 'Naam', value: name },
        { label: 'E-mail', value: `${name}@example.com` },
        { label: 'Bericht', value: message },
      ])
      .map((fields) => ({ fields })),
  ],
  [
    'what a map reads',
    { map: { customerName: 'rows.0.a', email: 'rows.0.b' } },
    { rows: ['Jan', 'Piet'].map((a) => ({ a, b: 'x@example.com' })) },
  ],
  ['leads of Angi', { portal: 'angi' }, { leads: [jan, piet] }],
  [
    'entries of Meta',
    { portal: 'meta' },
    { entry: [jan, piet].map((one) => ({ changes: [metaLead(one)] })) },
  ],
  ['changes of Meta', { portal: 'meta' }, { entry: [{ changes: [jan, piet].map(metaLead) }] }],
];

for (const [name, channel, sent] of both) {
  test(`${name}: each person is a lead`, () => {
    assert.deepEqual(namesIn(channel, sent), ['Jan', 'Piet']);
  });
}

const parts = [{ name: 'Tap' }, { name: 'Pipe' }];
const whole: [name: string, channel: Partial<ReadingChannel>, sent: unknown][] = [
  ['one lead', {}, jan],
  ['a list of one', {}, [jan]],
  ['no lead', {}, [1, 'x', null]],
  ['a lead with things', {}, { ...jan, items: parts }],
  ['a lead with its family', {}, { ...jan, family: [piet, jan] }],
  ['a person without an address, with things', {}, { name: 'Jan', items: parts }],
  ['the fields of one lead', {}, [{ naam: 'Jan' }, { email: 'jan@example.com' }]],
  [
    'two addresses of one person',
    {},
    ['Name', 'Email', 'Work email'].map((column_name) => ({ column_name, string_value: 'x' })),
  ],
  [
    'a map beside the list',
    { map: { customerName: 'a', phone: 'b' } },
    { a: 'Jan', b: '1', c: [jan, piet] },
  ],
  ['a mail', { type: 'mail' }, { attachments: [jan, piet] }],
];

for (const [name, channel, sent] of whole) {
  test(`${name} stays whole`, () => {
    assert.deepEqual(splitLeads({ ...hook, ...channel }, sent), [sent]);
  });
}

const unclear: [name: string, sent: unknown][] = [
  ['names alone', parts],
  ['a sender with people', { email: 'office@example.com', leads: [jan, piet] }],
  ['two lists of people', { a: [jan, piet], b: [piet, jan] }],
  ['people and something else', [jan, piet, 'x']],
  ['too many', Array.from({ length: leadsPerPostMax + 1 }, () => jan)],
];

for (const [name, sent] of unclear) {
  test(`${name}: a person decides`, () => {
    assert.equal(splitLeads(hook, sent), null);
  });
}

test('each part has what was around the list, and loses no field', () => {
  const sent = JSON.parse('{"google_key":"k","__proto__":{"a":1},"leads":[1,2]}') as object;
  const filled = { ...sent, leads: [jan, piet] };
  Object.defineProperty(filled, '__proto__', { value: { a: 1 }, enumerable: true });
  const [first, second] = splitLeads(hook, filled)!;
  assert.equal(JSON.stringify(first), JSON.stringify({ ...filled, leads: [jan] }));
  assert.deepEqual((second as { leads: unknown }).leads, [piet]);
});

const samples = new URL('../../support/portal-samples/', import.meta.url);

for (const file of readdirSync(samples).filter((name) => name.endsWith('.json'))) {
  test(`the sample ${file} stays whole, with its format and without`, () => {
    const sent: unknown = JSON.parse(readFileSync(new URL(file, samples), 'utf8'));
    for (const portal of ['google-ads', 'angi', 'meta', 'typeform', 'tally', 'jotform'] as const) {
      assert.deepEqual(splitLeads({ ...hook, portal }, sent), [sent]);
    }
    assert.deepEqual(splitLeads(hook, sent), [sent]);
  });
}

test('a hostile body costs little', () => {
  const lists = Array.from({ length: 400 }, (_, at) => [
    `list${at}`,
    [{ name: 'a' }, { name: 'b' }],
  ]);
  const began = performance.now();
  splitLeads(hook, Object.fromEntries(lists));
  splitLeads(
    hook,
    Array.from({ length: 2_500 }, () => jan),
  );
  assert.ok(performance.now() - began < 1_000);
});
