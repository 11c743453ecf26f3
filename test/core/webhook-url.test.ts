import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Network, readNetworks } from '#core/networks.ts';
import { readWebhookUrl, type WebhookNetworkPolicy } from '#core/webhooks/webhook-url.ts';

const strict: WebhookNetworkPolicy = { trustedNetworks: [], ports: [443] };
const trustedNetworks = readNetworks('10.1.0.0/16, fd00::/8') as Network[];
const open: WebhookNetworkPolicy = { trustedNetworks, ports: [443, 5678] };

const cases: [text: string, ways: WebhookNetworkPolicy, reading: string | RegExp][] = [
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
  ['https://me@example.com/', open, /^must not contain a user name/],
  ['https://:secret@example.com/', open, /^must not contain a user name/],
  ['https://93.184.215.14/a', strict, 'https://93.184.215.14/a'],
  ['https://[2606:2800:21f::1]/', strict, 'https://[2606:2800:21f::1]/'],
  ['https://10.0.0.1/', strict, /^must be a public address, got 10\.0\.0\.1$/],
  ['https://10.0.0.1./', strict, /^must be a public address/],
  ['https://0x7f.1/', strict, /^must be a public address, got 127\.0\.0\.1$/],
  ['https://2852039166/', strict, /^must be a public address, got 169\.254\.169\.254$/],
  ['https://[::1]/', strict, /^must be a public address, got ::1$/],
  ['https://[::ffff:10.1.2.3]/', open, /^must be a public address/],
  ['https://10.0.0.1/', open, /^must be a public address/],
  ['https://10.1.2.3/', open, 'https://10.1.2.3/'],
  ['https://10.1.2.3/', strict, /^must be a public address/],
  ['http://10.1.2.3:5678/', open, 'http://10.1.2.3:5678/'],
  ['http://[fd00::1]:5678/', open, 'http://[fd00::1]:5678/'],
  ['http://93.184.215.14:5678/', open, /^must begin with https:/],
  ['https://localhost/', strict, 'https://localhost/'],
  ['example.com', strict, /^must be an address/],
  ['https://', strict, /^must be an address/],
];
for (const [text, ways, reading] of cases) {
  test(`${text}, ${ways === strict ? 'strict' : 'open'}`, () => {
    const { url, refusal } = readWebhookUrl(text, ways);
    if (typeof reading === 'string') assert.deepEqual({ url, refusal }, { url: reading, refusal });
    else assert.match(refusal!.text, reading);
    assert.doesNotMatch(refusal?.text ?? '', /secret/);
  });
}
