import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signTestWebhook, verifyWebhook, WebhookVerificationError } from '../../sdk/src/index.ts';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [secret, other] = [secretOf(1), secretOf(2)] as const;
const event = { type: 'ping', data: { name: 'Loodgieter Müller 🔧 \u{FFFD}' } };
const body = JSON.stringify(event);

test('signs as the Standard Webhooks package does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^[\w-]{1,80}$/),
      fc.integer({ min: 0, max: 4_102_444_800_000 }),
      fc.string({ unit: 'grapheme' }),
      fc.uint8Array({ minLength: 24, maxLength: 64 }),
      async (id, time, body, key) => {
        const secret = `whsec_${Buffer.from(key).toString('base64')}`;
        const timestamp = new Date(time);
        const headers = await signTestWebhook({ body, secret, id, timestamp });
        const expected = new Webhook(secret).sign(id, timestamp, body);
        assert.equal(headers['webhook-signature'], expected);
      },
    ),
  );
});

test('each verifies the other’s signatures', async () => {
  const ours = await signTestWebhook({ event, secret });
  assert.deepEqual(new Webhook(secret).verify(body, ours), event);

  const timestamp = new Date();
  const theirs = {
    'webhook-id': 'a_1',
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('a_1', timestamp, body),
  };
  assert.deepEqual(await verifyWebhook({ body, headers: theirs, secret }), event);
});

test('accepts bodies and headers of common frameworks', async () => {
  const headers = await signTestWebhook({ body, secret });
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  const inArrays = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value]]),
  );
  for (const given of [headers, shouted, inArrays, new Headers(headers)]) {
    const bytes = new TextEncoder().encode(body);
    for (const sent of [body, bytes, bytes.buffer, Buffer.from(body)]) {
      assert.deepEqual(await verifyWebhook({ body: sent, headers: given, secret }), event);
    }
  }
});

test('a parsed body is a mistake that is explained', async () => {
  const headers = await signTestWebhook({ body, secret });
  const parsed = [event, [event], null, undefined, 5, new DataView(new ArrayBuffer(1))];
  for (const wrong of [...parsed, JSON.parse('{"toString":1}')]) {
    await assert.rejects(verifyWebhook({ body: wrong as string, headers, secret }), {
      name: 'TypeError',
      message: /^pass the raw body.*express\.raw.*request\.text\(\)/,
    });
  }
});

test('bytes of another realm are bytes', async () => {
  const headers = await signTestWebhook({ body, secret });
  const bytes = [...new TextEncoder().encode(body)];
  for (const made of ['new Uint8Array(bytes)', 'new Uint8Array(bytes).buffer']) {
    const foreign = runInNewContext(made, { bytes });
    assert.deepEqual(await verifyWebhook({ body: foreign, headers, secret }), event);
  }
});

test('signatures may be in several headers', async () => {
  const headers = await signTestWebhook({ body, secret });
  const wrong = await signTestWebhook({ body, secret: other });
  const signatures = [wrong, headers].map((one) => one['webhook-signature']!);
  const given = { ...headers, 'webhook-signature': signatures };
  assert.deepEqual(await verifyWebhook({ body, headers: given, secret }), event);
  const twice = { ...headers, 'webhook-id': ['test_1', 'test_2'] };
  const verifying = verifyWebhook({ body, headers: twice, secret });
  await assert.rejects(verifying, WebhookVerificationError);
});

test('with several secrets and signatures one match is enough', async () => {
  const both = await signTestWebhook({ body, secrets: [secret, other] });
  assert.equal(both['webhook-signature']!.split(' ').length, 2);
  for (const one of [secret, other]) {
    assert.deepEqual(await verifyWebhook({ body, headers: both, secret: one }), event);
    const single = await signTestWebhook({ body, secret: one });
    const secrets = [secret, other];
    assert.deepEqual(await verifyWebhook({ body, headers: single, secrets }), event);
  }
  const neither = { body, headers: both, secrets: [secretOf(3), secretOf(4)] };
  await assert.rejects(verifyWebhook(neither), WebhookVerificationError);
  await assert.rejects(
    verifyWebhook({ body, headers: both, secrets: [] }),
    WebhookVerificationError,
  );
});

type Changes = { body?: string | Uint8Array; headers?: Record<string, string>; secret?: string };
const byteOrderMark = Buffer.from('\u{FEFF}');
const seconds = Math.floor(Date.now() / 1000);
const forgeries: [what: string, changes: Changes][] = [
  ['another body', { body: `${body} ` }],
  ['a byte order mark', { body: Buffer.concat([byteOrderMark, Buffer.from(body)]) }],
  ['bytes that only read the same', { body: withInvalidByte(body) }],
  ['another id', { headers: { 'webhook-id': 'test_2' } }],
  ['another time', { headers: { 'webhook-timestamp': String(seconds - 1) } }],
  ['another secret', { secret: other }],
  ['no signature', { headers: { 'webhook-signature': '' } }],
  ['no id', { headers: { 'webhook-id': '' } }],
  ['no time', { headers: { 'webhook-timestamp': '' } }],
  ['a time that is none', { headers: { 'webhook-timestamp': 'now' } }],
  ['the beginning of a signature', { headers: { 'webhook-signature': 'v1,' } }],
  ['an unknown version', { headers: { 'webhook-signature': 'v2,abc' } }],
];

for (const [what, changes] of forgeries) {
  test(`refuses ${what}`, async () => {
    const timestamp = new Date(seconds * 1000);
    const headers = await signTestWebhook({ body, secret, timestamp });
    const forged = { body, secret, ...changes, headers: { ...headers, ...changes.headers } };
    await assert.rejects(verifyWebhook(forged), WebhookVerificationError);
  });
}

test('refuses each change of one character of the signature, and one more', async () => {
  const headers = await signTestWebhook({ body, secret });
  const signature = headers['webhook-signature']!;
  for (let at = 0; at <= signature.length; at++) {
    const changed = signature[at] === 'A' ? 'B' : 'A';
    const forged = signature.slice(0, at) + changed + signature.slice(at + 1);
    const message = { body, secret, headers: { ...headers, 'webhook-signature': forged } };
    await assert.rejects(verifyWebhook(message), WebhookVerificationError);
  }
});

const ages: [ageSeconds: number, toleranceSeconds: number | undefined, isTaken: boolean][] = [
  [290, undefined, true],
  [310, undefined, false],
  [-290, undefined, true],
  [-310, undefined, false],
  [310, 600, true],
  [20, 10, false],
];

for (const [ageSeconds, toleranceSeconds, isTaken] of ages) {
  test(`a message ${ageSeconds} s old, tolerance ${toleranceSeconds ?? 'as it is'}`, async () => {
    const timestamp = new Date(Date.now() - ageSeconds * 1000);
    const headers = await signTestWebhook({ body, secret, timestamp });
    const verifying = verifyWebhook({ body, headers, secret, toleranceSeconds });
    if (isTaken) assert.deepEqual(await verifying, event);
    else await assert.rejects(verifying, WebhookVerificationError);
  });
}

for (const wrong of ['', 'whsec_', 'whsec_not base64!']) {
  test(`refuses ${JSON.stringify(wrong)} as a secret, without showing it`, async () => {
    const headers = await signTestWebhook({ body, secret });
    await assert.rejects(
      verifyWebhook({ body, headers, secret: wrong }),
      new TypeError('not a webhook secret: it must begin with whsec_'),
    );
  });
}

/** A lenient decoder makes the same text of it. */
function withInvalidByte(text: string): Uint8Array {
  const [before, after] = text.split('\u{FFFD}');
  const bytes = [Buffer.from(before!), Buffer.from([0xff]), Buffer.from(after!)];
  assert.equal(Buffer.concat(bytes).toString(), text);
  return Buffer.concat(bytes);
}
