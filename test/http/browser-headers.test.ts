import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserHeaders } from '#http/browser-headers.ts';

test('HSTS is sent when the public URL is https, and only then', () => {
  const nosniff = { 'x-content-type-options': 'nosniff' };
  assert.deepEqual(browserHeaders('https://leads.example.com'), {
    ...nosniff,
    'strict-transport-security': 'max-age=31536000',
  });
  for (const url of [null, 'http://leads.example.com']) {
    assert.deepEqual(browserHeaders(url), nosniff);
  }
});
