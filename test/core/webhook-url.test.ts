import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWebhookUrl } from '#core/webhook-url.ts';

const strict = { allowsHttp: false, ports: [443] };
const open = { allowsHttp: true, ports: [443, 5678] };

const cases: [text: string, ways: typeof strict, reading: string | RegExp][] = [
  ['https://example.com', strict, 'https://example.com/'],
  ['https://example.com:443/a?b=c#d', strict, 'https://example.com/a?b=c'],
  ['HTTPS://EXAMPLE.com/A', strict, 'https://example.com/A'],
  ['https://example.com:5678/', strict, /^must have one of the ports 443, got 5678$/],
  ['https://example.com:5678/', open, 'https://example.com:5678/'],
  ['http://n8n.internal:5678/hook', open, 'http://n8n.internal:5678/hook'],
  ['http://n8n.internal/hook', open, /^must have one of the ports 443, 5678, got 80$/],
  ['http://n8n.internal:5678/hook', strict, /^must begin with https/],
  ['ftp://example.com/', open, /^must begin with https/],
  ['javascript:alert(1)', open, /^must begin with https/],
  ['https://me@example.com/', open, /^must hold no user name/],
  ['https://:secret@example.com/', open, /^must hold no user name/],
  ['example.com', strict, /^must be an address/],
  ['https://', strict, /^must be an address/],
];
for (const [text, ways, reading] of cases) {
  test(`${text}, ports ${ways.ports}`, () => {
    const { url, refusal } = readWebhookUrl(text, ways);
    if (typeof reading === 'string') assert.deepEqual({ url, refusal }, { url: reading, refusal });
    else assert.match(refusal!, reading);
    assert.doesNotMatch(refusal ?? '', /secret/);
  });
}
