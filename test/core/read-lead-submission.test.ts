// Any JSON yields either a lead that satisfies the schema or one message per wrong field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { LeadSubmission } from '#contract/lead-submission.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';

interface Field {
  type: string;
  enum?: string[];
  maxLength?: number;
  items?: { maxLength: number };
}
const fields = LeadSubmission.properties as unknown as Record<string, Field>;
const names = Object.keys(fields);
const required = ['customerName', 'title'];

const characters = (text: string) => [...text].length;

function assertLead(lead: Record<string, unknown>): void {
  for (const name of required) assert.ok(name in lead, name);
  for (const [name, value] of Object.entries(lead)) {
    const field = fields[name];
    assert.ok(field, `${name} is no field`);
    const texts = (field.type === 'array' ? value : [value]) as string[];
    assert.ok(Array.isArray(texts) && texts.length <= 50);
    for (const text of texts) {
      assert.equal(typeof text, 'string');
      assert.equal(text, text.trim());
      assert.ok(text.isWellFormed());
      assert.ok(characters(text) <= (field.maxLength ?? field.items?.maxLength ?? Infinity));
      if (field.type !== 'array') assert.notEqual(text, '');
      if (field.enum) assert.ok(field.enum.includes(text));
    }
  }
  if ('email' in lead) assert.match(lead['email'] as string, /^\S+@\S+\.\S+$/);
  if ('phone' in lead) assert.match(lead['phone'] as string, /[0-9]/);
}

function assertMessages(messages: readonly FieldMessage[]): string[] {
  assert.ok(messages.length > 0);
  const named = messages.map(({ field, text }) => {
    assert.ok(text.startsWith(`${field} `), text);
    return field!;
  });
  assert.equal(new Set(named).size, named.length, 'two messages for one field');
  return named;
}

test('any JSON is parsed without throwing', () => {
  const anything = fc.jsonValue({ maxDepth: 4 });
  const someFields = fc.dictionary(fc.constantFrom(...names, 'other', '__proto__'), anything);
  fc.assert(
    fc.property(fc.oneof(anything, someFields), (body) => {
      const { lead, messages } = readLeadSubmission(body);
      assert.notEqual(lead === undefined, messages === undefined);
      if (lead) assertLead(lead);
      else
        for (const name of assertMessages(messages)) assert.ok([...names, 'body'].includes(name));
    }),
    { numRuns: 1_000 },
  );
});

// For every field: valid values, blank values and wrong values.
const blank = fc.constantFrom(null, '', ' ', '\n\t\u00a0', '\u0001 \u007f\r', '\u200b', undefined);
const noString = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constantFrom({}, { a: 1 }),
  fc.array(fc.integer()),
);

function textOf(length: number): fc.Arbitrary<string> {
  return fc.constantFrom('a', 'é', '😀', '1').map((unit) => unit.repeat(length));
}

function good({ enum: choices, maxLength }: Field, name: string): fc.Arbitrary<unknown> {
  if (name === 'photoUrls') return fc.array(fc.string({ maxLength: 20 }), { maxLength: 10 });
  if (name === 'tags') return fc.constantFrom(['a'], ['a', 'b']);
  if (choices) return fc.constantFrom(...choices);
  if (name === 'email') return fc.constantFrom('a@b.nl', `${'a'.repeat(249)}@b.nl`);
  if (name === 'phone') return fc.constantFrom('1', '06 12345678', '9'.repeat(40));
  if (name === 'followUpAt') return fc.constantFrom('2026-11-19T09:00:00+01:00');
  return fc.oneof(textOf(1), textOf(maxLength!));
}

function bad({ enum: choices, maxLength }: Field, name: string): fc.Arbitrary<unknown> {
  if (name === 'photoUrls') {
    const notStrings = fc.array(fc.integer(), { minLength: 1, maxLength: 3 });
    return fc.oneof(notStrings, fc.array(fc.string(), { minLength: 11, maxLength: 14 }));
  }
  if (name === 'tags') return fc.constantFrom(7, 'a', {}, [7], ['a'.repeat(101)]);
  if (choices) return fc.oneof(noString, fc.constantFrom('x', choices[0]!.toUpperCase()));
  if (name === 'email')
    return fc.oneof(noString, fc.constantFrom('a', 'a@b', `${'a'.repeat(250)}@b.nl`));
  if (name === 'phone') return fc.oneof(noString, fc.constantFrom('none', '9'.repeat(41)));
  if (name === 'followUpAt')
    return fc.oneof(noString, fc.constantFrom('Thursday', '2026-11-19 09:00'));
  return fc.oneof(noString, textOf(maxLength! + 1));
}

type Kind = 'good' | 'blank' | 'bad';
const sentField = (name: string): fc.Arbitrary<{ name: string; kind: Kind; value: unknown }> =>
  fc.oneof(
    good(fields[name]!, name).map((value) => ({ name, kind: 'good' as const, value })),
    blank.map((value) => ({ name, kind: 'blank' as const, value })),
    bad(fields[name]!, name).map((value) => ({ name, kind: 'bad' as const, value })),
  );

test('exactly the wrong fields are named, and a lead has exactly the supplied fields', () => {
  const submission = fc.tuple(...names.map(sentField));
  fc.assert(
    fc.property(
      fc.oneof(
        submission,
        fc.subarray(names).chain((some) => fc.tuple(...some.map(sentField))),
      ),
      (sent) => {
        const body = Object.fromEntries(sent.map(({ name, value }) => [name, value]));
        const { lead, messages } = readLeadSubmission(body);
        const kindOf = new Map(sent.map(({ name, kind }) => [name, kind]));
        const faults = names.filter((name) => {
          const kind = kindOf.get(name) ?? 'blank';
          return kind === 'bad' || (kind === 'blank' && required.includes(name));
        });
        if (faults.length > 0) {
          assert.deepEqual(assertMessages(messages!).sort(), faults.sort());
        } else {
          assertLead(lead!);
          const supplied = names.filter((name) => kindOf.get(name) === 'good');
          assert.deepEqual(Object.keys(lead!).sort(), supplied.sort());
        }
      },
    ),
    { numRuns: 500 },
  );
});
