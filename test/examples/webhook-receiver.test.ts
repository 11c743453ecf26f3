// The receiver of webhooks, behind a real server and before forgers.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { signTestWebhook } from '../../sdk/src/index.ts';
import { createLead } from '../support/call.ts';
import { copyExample, type Example, type Program } from '../support/example.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sendingTo } from '../support/webhook-receiver.ts';
import { webhookApi, type WebhookApi } from '../support/webhooks.ts';

let server: TestServer;
let example: Example;
let program: Program;
let port: number;
let key: string;
let secret: string;
let webhooks: WebhookApi;
let webhookId: string;
before(async () => {
  port = await freePort();
  example = await copyExample('webhook-receiver');
  server = await startServer({ env: sendingTo({ port }) });
  key = await server.createKey();
  webhooks = webhookApi(server, key);
  ({ secret, id: webhookId } = await webhooks.create(address(), { eventTypes: ['lead.created'] }));
  await startReceiver();
});
after(async () => {
  await program?.stop();
  await server?.stop();
  example?.remove();
});

const address = () => `http://127.0.0.1:${port}/`;
const inbox = () => join(example.folder, 'inbox.jsonl');
const entries = () =>
  readFileSync(inbox(), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as { webhookId: string; event: { type: string } });
const startReceiver = async () => {
  const env = { WEBHOOK_SECRET: `whsec_${btoa('an older one')},${secret}`, PORT: String(port) };
  program = example.start(example.startCommand, env);
  await program.says(/Listening at/);
};
const post = async (headers: Record<string, string>, body: string) =>
  (await fetch(address(), { method: 'POST', headers, body })).status;

test('an event of a real server is written down, answered with 204 and dealt with', async () => {
  await createLead(server, key, { title: 'Leaking tap' });
  const [delivery] = await webhooks.settled(webhookId, 1);
  assert.equal(delivery.status, 'delivered');
  const { body } = await webhooks.get(`/${webhookId}/deliveries/${delivery.id}`);
  assert.equal(body.attempts[0].responseStatus, 204);
  await program.says(/New lead: Leaking tap/);
  assert.deepEqual(
    entries().map(({ event }) => event.type),
    ['lead.created'],
  );
  assert.equal(statSync(inbox()).mode & 0o777, 0o600);
});

test('the same event is written once: at the same time, later, and after a restart', async () => {
  const event = { type: 'work_item.updated', subjectId: 'job-1' };
  const body = JSON.stringify(event);
  const headers = await signTestWebhook({ event, secret, id: 'msg_twice' });
  const count = entries().length;
  const atOnce = await Promise.all([post(headers, body), post(headers, body), post(headers, body)]);
  assert.deepEqual(atOnce, [204, 204, 204]);
  assert.equal(await post(headers, body), 204);
  // Cut off in the middle of a line.
  await program.stop('SIGKILL');
  appendFileSync(inbox(), '{"webhookId":"msg_half","ev');
  await startReceiver();
  assert.equal(await post(headers, body), 204);
  assert.equal(entries().length, count + 1);

  const half = await signTestWebhook({ event, secret, id: 'msg_half' });
  assert.equal(await post(half, body), 204);
  assert.deepEqual(
    entries()
      .slice(count)
      .map((entry) => entry.webhookId),
    ['msg_twice', 'msg_half'],
  );
});

test('what is not genuine is refused and not written', async () => {
  const event = { type: 'lead.created', subjectId: 'forged' };
  const body = JSON.stringify(event);
  const count = entries().length;
  const long = 'a'.repeat(6 * 1024 * 1024);
  const forged = `whsec_${btoa('not the secret')}`;
  const old = new Date(Date.now() - 6 * 60 * 1000);
  const cases: [Record<string, string>, string, number][] = [
    [await signTestWebhook({ event, secret: forged }), body, 401],
    [await signTestWebhook({ event, secret, timestamp: old }), body, 401],
    [await signTestWebhook({ event, secret }), body.replace('forged', 'changed'), 401],
    [{}, body, 401],
    [await signTestWebhook({ body: long, secret }), long, 413],
  ];
  for (const [headers, sent, status] of cases) assert.equal(await post(headers, sent), status);
  assert.equal((await fetch(address())).status, 405);
  assert.equal(entries().length, count);
});

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: found } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return found;
}
