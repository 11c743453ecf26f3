// The hash of a body depends on its JSON value alone, not on how the value is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { hashOfJson } from '#core/leads/body-hash.ts';

const hashOf = (text: string) => hashOfJson(JSON.parse(text));

test('spacing, the order of keys and escapes do not change the hash', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.infiniteStream(fc.nat()), fc.boolean(), (value, order, wide) => {
      const written = writtenAnew(JSON.parse(JSON.stringify(value)), order, wide);
      assert.equal(hashOf(written), hashOf(JSON.stringify(value)));
    }),
  );
});

test('another value has another hash', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [read, readOther] = [one, other].map((value) => JSON.parse(JSON.stringify(value)));
      // -0 and 0 are one JSON value.
      const isSame =
        fc.stringify(withoutMinusZero(read)) === fc.stringify(withoutMinusZero(readOther));
      if (!isSame) assert.notEqual(hashOfJson(read), hashOfJson(readOther));
    }),
  );
});

const same: [one: string, other: string][] = [
  ['1.0', '1'],
  ['1e2', '100'],
  ['-0', '0'],
  // Documented: numbers are doubles.
  ['9007199254740992', '9007199254740993'],
  ['"\\u0041\\/"', '"A/"'],
  // The parser keeps the last of two equal keys.
  ['{"a":1,"a":2}', '{"a":2}'],
  ['{"b":{"d":1,"c":2},"a":[]}', ' { "a" : [ ] , "b" : { "c" : 2 , "d" : 1 } } '],
  ['{"2":1,"10":2,"__proto__":3}', '{"__proto__":3,"10":2,"2":1}'],
];

const different: [one: string, other: string][] = [
  ['1', '"1"'],
  ['[]', '{}'],
  ['null', '1e999'],
  ['1e999', '-1e999'],
  ['["Infinity"]', '1e999'],
  ['["{","a",1]', '{"a":1}'],
  ['[[],1]', '[[1]]'],
  ['[1,2]', '[2,1]'],
  ['{"a":null}', '{}'],
  ['{"a":"b"}', '{"b":"a"}'],
];

for (const [one, other] of same) {
  test(`${one} and ${other} are the same`, () => assert.equal(hashOf(one), hashOf(other)));
}
for (const [one, other] of different) {
  test(`${one} and ${other} are different`, () => assert.notEqual(hashOf(one), hashOf(other)));
}

/** Writes the value with its keys in another order, other spacing and every character escaped. */
function writtenAnew(value: unknown, order: fc.Stream<number>, wide: boolean): string {
  const space = wide ? ' \n' : '';
  const write = (one: unknown): string => {
    if (typeof one === 'string')
      return `"${[...Array(one.length).keys()].map((at) => escaped(one, at)).join('')}"`;
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    if (Array.isArray(one)) return `[${one.map(write).join(`${space},${space}`)}]`;
    const entries = Object.entries(one).map((entry) => ({
      entry,
      at: order.next().value as number,
    }));
    const mixed = entries.toSorted((a, b) => a.at - b.at).map(({ entry }) => entry);
    return `{${space}${mixed.map(([name, field]) => `${write(name)}${space}:${write(field)}`).join(',')}}`;
  };
  return write(value);
}

function escaped(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}

function withoutMinusZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  return Object.entries(value)
    .map(([name, field]) => [name, withoutMinusZero(field)])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
}
