import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readPhotoUrl } from '#core/photos/photo-url.ts';

const readings: Record<string, [text: string, href: string][]> = {
  good: [
    ['https://example.com/tap.jpg', 'https://example.com/tap.jpg'],
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://EXAMPLE.com:443/a?b=c', 'https://example.com/a?b=c'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['https://example.com/a#b', 'https://example.com/a'],
    ['https://example.com/a#', 'https://example.com/a'],
    ['  https://example.com/a b\n', 'https://example.com/a%20b'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://example.com/@user', 'https://example.com/@user'],
    ['https://@example.com/', 'https://example.com/'],
    // Private, but the guard decides that.
    ['https://127.1/', 'https://127.0.0.1/'],
    ['https://[::1]/', 'https://[::1]/'],
  ],
  not_https: [
    'http://example.com/a.jpg',
    'ftp://example.com/a.jpg',
    'ws://example.com/',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'blob:https://example.com/1',
    'gopher://example.com/',
    'http://user:password@example.com/',
    'example.com:443/a.jpg',
  ].map((text) => [text, '']),
  invalid_url: [
    '',
    ' ',
    'tap.jpg',
    '//example.com/a.jpg',
    'https://',
    'https:///',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://:password@example.com/',
    'https://known.example%40evil.example@127.0.0.1/',
    'https://exa mple.com/',
    'https://example.com:99999/',
    'https://256.1.1.1/',
    'https://[::1/',
    'https://[fe80::1%25eth0]/',
    'https://%00/',
  ].map((text) => [text, '']),
};

for (const [outcome, cases] of Object.entries(readings)) {
  for (const [text, href] of cases) {
    test(`"${text.replace('\n', '\\n')}" is ${outcome}`, () => {
      const reading = readPhotoUrl(text);
      if (outcome === 'good') assert.equal('url' in reading && reading.url.href, href);
      else assert.deepEqual(reading, { error: outcome });
    });
  }
}

test('every accepted URL is https with a host, and round-trips', () => {
  const texts = fc.oneof(
    fc.webUrl(),
    fc.string().map((text) => `https:${text}`),
    fc.string(),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const reading = readPhotoUrl(text);
      if ('error' in reading) return;
      const { protocol, hostname, username, password, hash, href } = reading.url;
      assert.deepEqual([protocol, username, password, hash], ['https:', '', '', '']);
      assert.notEqual(hostname, '');
      assert.deepEqual(readPhotoUrl(href), reading);
    }),
    { numRuns: 2_000 },
  );
});
