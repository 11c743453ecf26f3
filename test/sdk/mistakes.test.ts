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
  ['a key that is not set', { apiKey: undefined }, /^apiKey must be passed.* VAKWERK_API_KEY$/],
  ['a key that is null', { apiKey: null }, /^apiKey must/],
  ['a key with a line end', { apiKey: 'vk_secret\n' }, /^apiKey must(?!.*secret)/],
  ['an address that is not set', { baseUrl: undefined }, /^baseUrl must be passed.* VAKWERK_URL$/],
  ['an address that is null', { baseUrl: null }, /^baseUrl must be a URL .*https:.*"null"$/],
  ['no address', { baseUrl: 'example.com' }, /^baseUrl must be a URL .*https:.*"example\.com"$/],
  ['a port only', { baseUrl: 'localhost:3000' }, /^baseUrl must be a URL .*"localhost:3000"$/],
  ['an address of another kind', { baseUrl: 'file:///tmp' }, /^baseUrl must be a URL .*"file:/],
  ['a password without a scheme', { baseUrl: 'jan:hush@x' }, /^baseUrl must be a URL(?!.*hush)/],
  ['a long address', { baseUrl: 'x'.repeat(9_000) }, /^baseUrl must be a URL.{1,170}$/],
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

/** Runs with these environment variables. */
function withEnvironment<T>(variables: Record<string, string>, run: () => T): T {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return run();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

const environment = { VAKWERK_URL: 'https://set.example/', VAKWERK_API_KEY: 'vk_set' };
const unset = { apiKey: undefined, baseUrl: undefined };
const keys: unknown[] = [];
const fetch = async (input: unknown, init: RequestInit) => {
  asked.push(input);
  keys.push(new Headers(init.headers).get('x-api-key'));
  return new Response('{}');
};

test('VAKWERK_URL and VAKWERK_API_KEY are defaults', async () => {
  await withEnvironment(environment, () => clientWith({ ...unset, fetch })).key.get();
  assert.deepEqual([asked.at(-1), keys.at(-1)], ['https://set.example/v1/api/key', 'vk_set']);
  await withEnvironment(environment, () => clientWith({ fetch })).key.get();
  assert.deepEqual([asked.at(-1), keys.at(-1)], ['https://x.example/v1/api/key', 'vk_test']);
  // No options at all.
  withEnvironment(environment, () => new Vakwerk());
});

test('a mistake in the environment names the variable, and does not show the key', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ VAKWERK_URL: 'set.example' }, /^baseUrl \(from VAKWERK_URL\) must be a URL/],
    [{ VAKWERK_URL: '' }, /^baseUrl must be passed/],
    [{ VAKWERK_API_KEY: 'vk_secret vk_2' }, /^apiKey \(from VAKWERK_API_KEY\) must(?!.*secret)/],
  ];
  for (const [variables, message] of wrong) {
    withEnvironment({ ...environment, ...variables }, () =>
      assert.throws(() => clientWith(unset), { name: 'TypeError', message }),
    );
  }
});

test('without an environment, or without permission to read it, options are needed', () => {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'process')!;
  const forbidden = {
    get env() {
      throw new Error('NotCapable');
    },
  };
  for (const value of [undefined, {}, { env: {} }, forbidden]) {
    Object.defineProperty(globalThis, 'process', { value, configurable: true });
    try {
      clientWith();
      const message = /^apiKey must be passed/;
      assert.throws(() => clientWith(unset), { name: 'TypeError', message });
    } finally {
      Object.defineProperty(globalThis, 'process', original);
    }
  }
});

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
  ['a list without a bound', () => leads.list().all({} as { max: number }), /^max must.*for await/],
  ['a list without anything', () => leads.list().all(undefined!), /^max must.*for await/],
  ['an endless list', () => leads.list().all({ max: Infinity }), /^max must.*for await/],
  ['a list of nothing', () => leads.list().all({ max: 0 }), /^max must/],
  ['a lead without an id', () => leads.get(''), /not an id/],
  ['a lead with an id that leads elsewhere', () => leads.update('..', {}), /not an id/],
  ['a version that is not known', () => workItems.update('x', {}, { ifMatch: {} }), /^ifMatch/],
  ['a key that no header can hold', () => leads.create(lead, { idempotencyKey: 'é€' }), /./],
];
for (const [what, call, message] of misuses) {
  test(`${what} is refused, and nothing is sent`, async () => {
    await assert.rejects(call(), { name: 'TypeError', message });
    assert.deepEqual(asked, []);
  });
}
