// Reading a JSON body by its schema.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { nullable, oneOf } from '#contract/field-types.ts';
import { readBody } from '#core/reading/read-body.ts';
import type { ObjectSchema } from '#core/reading/read-field.ts';

const schema = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 5 }),
  note: Type.Optional(nullable(Type.String({ maxLength: 5 }))),
  plain: Type.Optional(Type.String({ maxLength: 5 })),
  kind: Type.Optional(nullable(oneOf(['a', 'b'], 'Kind'))),
  count: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 9 }))),
  isOn: Type.Optional(Type.Boolean()),
  tags: Type.Optional(nullable(Type.Array(Type.String({ maxLength: 3 }), { maxItems: 2 }))),
  at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
}) as unknown as ObjectSchema;

const read = (body: unknown) => readBody<Record<string, unknown>>(schema, body);
const title = 'x';

const good: [string, object, object][] = [
  ['texts are trimmed', { title: ' tap ' }, { title: 'tap' }],
  ['null empties', { title, note: null, tags: null }, { title, note: null, tags: null }],
  ['blanks empty', { title, note: '  ', at: '' }, { title, note: null, at: null }],
  ['an empty text where null is not taken', { title, plain: ' ' }, { title, plain: '' }],
  ['a choice, and none', { title, kind: 'a' }, { title, kind: 'a' }],
  ['a number, false, a time', { title, count: 3, isOn: false }, { title, count: 3, isOn: false }],
  ['times become milliseconds', { title, at: '1970-01-01T00:00:01Z' }, { title, at: 1000 }],
  ['tags once each', { title, tags: ['a', ' a', 'b'].slice(0, 2) }, { title, tags: ['a'] }],
];
for (const [what, body, fields] of good) {
  test(`accepts ${what}`, () => assert.deepEqual(read(body), { fields }));
}

const bad: [unknown, RegExp[]][] = [
  [null, [/^body must be a JSON object, got null$/]],
  ['text', [/^body must be a JSON object, got a string$/]],
  [{}, [/^title is required: send a non-empty string$/]],
  [{ title: '' }, [/^title must not be empty$/]],
  [{ title: null }, [/^title must not be null$/]],
  [{ title: 7 }, [/^title must be a string, got a number$/]],
  [{ title: 'xxxxxx' }, [/^title must be at most 5 characters, got 6$/]],
  [{ title, extra: 1 }, [/^extra is not a known field: use title, /]],
  [{ title, kind: 'c' }, [/^kind must be one of a, b$/]],
  [{ title, count: '3' }, [/^count must be a whole number, got a string$/]],
  [{ title, count: 1.5 }, [/^count must be a whole number of at least 1 and at most 9$/]],
  [{ title, count: 10 }, [/^count must be a whole number/]],
  [{ title, isOn: 'true' }, [/^isOn must be a boolean, got a string$/]],
  [{ title, isOn: null }, [/^isOn must not be null$/]],
  [{ title, tags: 'a' }, [/^tags must be an array of strings, got a string$/]],
  [{ title, tags: ['a', ''] }, [/^tags item 2 must not be empty$/]],
  [{ title, tags: ['a', 'b', 'c'] }, [/^tags must have at most 2 items, got 3$/]],
  [{ title, at: 'yesterday' }, [/^at must be a date and time with a zone/]],
  [{ count: 0, isOn: 1 }, [/^count /, /^isOn /, /^title is required/]],
  [{ title, __proto__: { x: 1 } }, []],
];
for (const [body, messages] of bad) {
  test(`of ${JSON.stringify(body)}: ${messages.length} messages`, () => {
    const found = read(body).messages ?? [];
    assert.equal(found.length, messages.length, JSON.stringify(found));
    for (const [index, message] of messages.entries()) assert.match(found[index]!.text, message);
  });
}
