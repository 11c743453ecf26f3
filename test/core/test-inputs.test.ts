// Test inputs are recognised as people write them, and nothing else is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { testEmails, testPhotoUrls } from '#contract/test-inputs.ts';
import { provokedByEmail, provokedByPhotoUrl } from '#core/leads/test-inputs.ts';

test('a test address is recognised in any case', () => {
  for (const [name, email] of Object.entries(testEmails)) {
    assert.equal(provokedByEmail(email), name);
    assert.equal(provokedByEmail(email.toUpperCase()), name);
  }
  for (const email of [undefined, '', 'slow@vakwerk.test.example', 'x.slow@vakwerk.test']) {
    assert.equal(provokedByEmail(email), null);
  }
});

test('a test URL may have a query string, to tell photos apart', () => {
  for (const [name, url] of Object.entries(testPhotoUrls)) {
    for (const suffix of ['', '?n=2', '#part']) {
      assert.equal(provokedByPhotoUrl(url + suffix), name);
    }
    for (const other of [
      `${url}x`,
      url.replace('https:', 'http:'),
      `https://evil.example/${url}`,
    ]) {
      assert.equal(provokedByPhotoUrl(other), null);
    }
  }
});

test('the guide names each', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guide/testing.md'), 'utf8');
  for (const input of [testEmails, testPhotoUrls].flatMap((inputs) => Object.values(inputs))) {
    assert.ok(page.includes(`\`${input}\``), input);
  }
});

test('other inputs are ordinary', () => {
  fc.assert(fc.property(fc.emailAddress(), (email) => provokedByEmail(email) === null));
  fc.assert(fc.property(fc.webUrl(), (url) => provokedByPhotoUrl(url) === null));
});
