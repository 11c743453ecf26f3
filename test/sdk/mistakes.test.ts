// Mistakes that the client reports before anything is sent.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Vakwerk } from '../../sdk/src/index.ts';

const asked: unknown[] = [];
beforeEach(() => void asked.splice(0));

const clientWith = (options: object = {}) =>
  new Vakwerk({
    apiKey: 'vk_test',
    baseUrl: 'https://x.example',
    fetch: async (input) => (asked.push(input), new Response('{}')),
    ...options,
  });
const { leads, customers, workItems, webhooks } = clientWith();
const lead = { customerName: 'Jan Jansen', title: 'Tap' };

const mistakes: [what: string, options: object, message: RegExp][] = [
  ['no key', { apiKey: '' }, /^apiKey must/],
  ['a key that is not set', { apiKey: undefined }, /^apiKey must/],
  ['a key that is null', { apiKey: null }, /^apiKey must/],
  ['a key with a line end', { apiKey: 'vk_secret\n' }, /^apiKey must(?!.*secret)/],
  ['no address', { baseUrl: 'example.com' }, /Invalid URL/],
  ['an address of another kind', { baseUrl: 'file:///tmp' }, /^baseUrl must begin/],
  ['an address with a query', { baseUrl: 'https://x.example/?x=1' }, /^baseUrl must have no/],
  ['an address with a fragment', { baseUrl: 'https://x.example/#x' }, /^baseUrl must have no/],
  ['a user in the address', { baseUrl: 'https://jan@x.example' }, /^baseUrl must have no/],
  [
    'a password in the address',
    { baseUrl: 'https://jan:hush@x.example' },
    /^baseUrl must have no(?!.*hush)/,
  ],
  ['endless time', { timeoutMs: Infinity }, /^timeoutMs must/],
  ['a negative time', { retryBaseMs: -1 }, /^retryBaseMs must/],
  ['no number', { retriesMax: Number.NaN }, /^retriesMax must/],
];
for (const [what, options, message] of mistakes) {
  test(`${what} is refused immediately`, () => {
    assert.throws(() => clientWith(options), { name: 'TypeError', message });
  });
}

const addresses: [baseUrl: string, used: string][] = [
  ['https://x.example ', 'https://x.example'],
  ['\nhttps://X.example:443/', 'https://x.example'],
  ['https://x.example/a/../vakwerk//', 'https://x.example/vakwerk'],
  ['http://127.0.0.1:80?', 'http://127.0.0.1'],
];
for (const [baseUrl, used] of addresses) {
  test(`the URL ${JSON.stringify(baseUrl)} is normalised`, async () => {
    await clientWith({ baseUrl }).key.get();
    assert.deepEqual(asked, [`${used}/v1/api/key`]);
  });
}

const misuses: [what: string, call: () => Promise<unknown>, message: RegExp][] = [
  ['an empty id', () => customers.get(''), /not an id/],
  ['an id that leads elsewhere', () => webhooks.delete('..'), /not an id/],
  ['an id that is missing', () => workItems.get(undefined as unknown as string), /not an id/],
  ['endless time', () => leads.create(lead, { timeoutMs: Infinity }), /^timeoutMs must/],
  ['an empty filter', () => leads.list({ status: [] }).page(), /^status is an empty list/],
  ['a filter of nothing', () => leads.list({ tag: [undefined!] }).page(), /^tag is an empty list/],
  ['a value that would be two', () => leads.list({ category: ['a, b'] }).page(), /comma/],
  ['a version that is not known', () => workItems.update('x', {}, { ifMatch: {} }), /^ifMatch/],
  ['a key that no header can hold', () => leads.create(lead, { idempotencyKey: 'é€' }), /./],
];
for (const [what, call, message] of misuses) {
  test(`${what} is refused, and nothing is sent`, async () => {
    await assert.rejects(call(), { name: 'TypeError', message });
    assert.deepEqual(asked, []);
  });
}
