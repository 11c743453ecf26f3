// Every query parameter is either understood or named in a message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { AddressListQuery, JobListQuery, LeadListQuery } from '#contract/list-query.ts';
import type { ObjectSchema } from '#core/reading/read-field.ts';
import { brokenParameters, readQuery } from '#core/reading/read-query.ts';
import { textsOf } from '#core/reading/field-message.ts';

const schemas = [LeadListQuery, JobListQuery, AddressListQuery] as unknown as ObjectSchema[];
const names = [...new Set(schemas.flatMap((schema) => Object.keys(schema.properties)))];
const value = fc.oneof(
  fc.string(),
  fc.constantFrom('1', '50', 'request', 'pending,request', '-createdAt', '2026-11-15T09:30:00Z'),
  fc.constantFrom('only', 'high,low', '', ',', '2026-02-30T00:00:00Z', 'x'.repeat(300)),
);
const query = fc.dictionary(
  fc.oneof(fc.constantFrom(...names), fc.string({ minLength: 1 })),
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })),
);

test('every parameter is either parsed or named in a message', () => {
  fc.assert(
    fc.property(fc.constantFrom(...schemas), query, (schema, sent) => {
      const reading = readQuery(schema, sent);
      const known = (name: string) => Object.hasOwn(schema.properties, name);
      if (reading.query) {
        assert.deepEqual(Object.keys(reading.query).sort(), Object.keys(sent).sort());
        for (const name of Object.keys(sent)) assert.ok(known(name), name);
        return;
      }
      const isNamed = (name: string) =>
        reading.messages.some(({ field, text }) => field === name && text.startsWith(`${name} `));
      assert.ok(reading.messages.length > 0);
      for (const name of Object.keys(sent)) if (!known(name)) assert.ok(isNamed(name), name);
      for (const { text: message } of reading.messages) {
        assert.ok(
          Object.keys(sent).some((name) => message.startsWith(`${name} `)),
          message,
        );
      }
    }),
    { numRuns: 1_000 },
  );
});

test('times are parsed exactly, and nonexistent days are refused', () => {
  const moment = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  const read = (createdSince: string) => readQuery(schemas[0]!, { createdSince }).query;
  fc.assert(
    fc.property(moment, (date) => {
      assert.deepEqual(read(date.toISOString()), { createdSince: date.getTime() });
    }),
  );
  for (const day of ['2026-02-29', '2026-02-30', '2026-04-31', '2100-02-29', '2026-00-10']) {
    assert.equal(read(`${day}T00:00:00Z`), undefined, day);
  }
  assert.ok(read('2028-02-29T00:00:00Z'));
});

test('a parameter that cannot be decoded is named', () => {
  for (const [url, names] of [
    ['/x', []],
    ['/%zz', []],
    ['/x?q=caf%C3%A9&a=1%202', []],
    ['/x?q=%zz&limit=1&category=%E9', ['q', 'category']],
    ['/x?q=a%', ['q']],
    ['/x?a%20b=%', ['a b']],
    ['/x?%=1', ['%']],
  ] as const) {
    const refusals = names.map(
      (name) => `${name} is not valid: write % and letters beyond ASCII as %XX of UTF-8`,
    );
    assert.deepEqual(textsOf(brokenParameters(url)), refusals, url);
  }
});
