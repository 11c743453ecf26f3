import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { messageId } from '#core/webhooks/webhook-message.ts';
import { signWebhook, webhookHeaders, webhookSecretOf } from '#core/webhooks/webhook-signature.ts';

const secret = fc.uint8Array({ minLength: 24, maxLength: 64 }).map(webhookSecretOf);

test('signatures equal those of the Standard Webhooks package, one per secret', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[\w-]{1,80}$/),
      fc.integer({ min: 0, max: 4_102_444_800_000 }),
      fc.string({ unit: 'grapheme' }),
      fc.array(secret, { minLength: 1, maxLength: 2 }),
      (id, sentAt, body, secrets) => {
        const expected = secrets.map((one) => new Webhook(one).sign(id, new Date(sentAt), body));
        assert.equal(signWebhook({ id, sentAt, body }, secrets), expected.join(' '));
      },
    ),
  );
});

test('the headers verify, but not for another body, id, time or secret', () => {
  const [one, other] = [1, 2].map((byte) => webhookSecretOf(new Uint8Array(32).fill(byte)));
  const message = { id: 'a_1', sentAt: Date.now(), body: '{"type":"ping"}' };
  const signature = signWebhook(message, [one!]);
  const headers = webhookHeaders({ ...message, signature });
  const verify = (body: string, changes: Record<string, string> = {}, by = one!) =>
    new Webhook(by).verify(body, { ...headers, ...changes });
  assert.deepEqual(verify(message.body), { type: 'ping' });
  assert.throws(() => verify('{"type":"pong"}'));
  assert.throws(() => verify(message.body, { 'webhook-id': 'a_2' }));
  const second = String(Number(headers['webhook-timestamp']) - 1);
  assert.throws(() => verify(message.body, { 'webhook-timestamp': second }));
  assert.throws(() => verify(message.body, {}, other!));
});

test('the id is stable over deliveries of an event to an endpoint', () => {
  const endpointId = 'endpoint';
  assert.equal(messageId({ id: 'first', endpointId, eventPosition: 7 }), 'endpoint_7');
  assert.equal(messageId({ id: 'second', endpointId, eventPosition: 7 }), 'endpoint_7');
  assert.equal(messageId({ id: 'ping', endpointId, eventPosition: null }), 'endpoint_ping');
});
