// The server believes a picture process nothing but a well-formed response.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readResponse } from '#pictures/process-messages.ts';

const refusal = { name: 'PictureRefused', code: 'not_an_image', isTransient: false };
const made = { width: 40, height: 30, sizeBytes: 900, thumbnailBytes: 300 };

test('valid messages are parsed', () => {
  for (const answer of [
    { kind: 'made', made },
    { kind: 'refused', code: 'image_too_big', message: 'pixel limit' },
  ]) {
    assert.deepEqual(readResponse(answer), answer);
  }
});

test('malformed messages are rejected', () => {
  for (const message of [
    null,
    'ready',
    [],
    {},
    { kind: 'made' },
    { kind: 'made', made: null },
    { kind: 'made', made: { ...made, width: undefined } },
    { kind: 'made', made: { ...made, width: '40' } },
    { kind: 'made', made: { ...made, height: 0 } },
    { kind: 'made', made: { ...made, sizeBytes: -1 } },
    { kind: 'made', made: { ...made, thumbnailBytes: 1.5 } },
    { kind: 'refused', code: 'blocked_address', message: '' },
    { kind: 'refused' },
  ]) {
    assert.throws(() => readResponse(message), refusal, JSON.stringify(message));
  }
});

test('unknown fields are dropped', () => {
  const answer = { kind: 'made', made: { ...made, contentType: 'text/html' }, extra: true };
  assert.deepEqual(readResponse(answer), { kind: 'made', made });
  fc.assert(
    fc.property(fc.anything(), (value) => assert.throws(() => readResponse(value), refusal)),
  );
});
