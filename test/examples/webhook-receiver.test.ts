// The webhook receiver, fed by a real server and by forgers. Own server: it sends to the example.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { signTestWebhook } from '../../sdk/src/index.ts';
import { createLead } from '../support/call.ts';
import { copyExample, type Example, type Program } from '../support/example.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { freeLowPort } from '../support/shared-ports.ts';
import { sendingTo } from '../support/webhook-receiver.ts';
import { webhookApi, type WebhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

let server: TestServer;
let example: Example;
let program: Program;
let port: number;
let key: string;
let secret: string;
let webhooks: WebhookApi;
let webhookId: string;
before(async () => {
  port = await freeLowPort();
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
    .filter((line) => line.startsWith('{"webhookId') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { webhookId: string; event: { type: string } });
const settings = () => ({ WEBHOOK_SECRET: `whsec_${btoa('an older one')},${secret}` });
const startReceiver = async () => {
  program = example.start(example.startCommand, { ...settings(), PORT: String(port) });
  await program.says(/Listening at/);
};
const post = async (headers: Record<string, string>, body: string, to = address()) =>
  (await fetch(to, { method: 'POST', headers, body })).status;

/** A second receiver with its own inbox. */
async function startAnother(command: string[], inboxFile: string) {
  const another = example.start(command, { ...settings(), INBOX: inboxFile, PORT: '0' });
  const url = await another.says(/Listening at (\S+)/);
  const tell = async (id: string, body: string) =>
    post(await signTestWebhook({ body, secret, id }), body, url);
  return { ...another, tell };
}
const leadCreated = (title: string) => JSON.stringify({ type: 'lead.created', data: { title } });

test('an event of a real server is stored, answered with 204 and processed', async () => {
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

test('the same event is stored once: concurrently, later, and after a restart', async () => {
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

test('a forged message is refused and not stored', async () => {
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

test('an event left unprocessed by a stop is processed at the next start, once', async () => {
  const source = readFileSync(join(example.folder, 'receiver.js'), 'utf8');
  const begin = 'async function handle(event) {\n';
  assert.ok(source.includes(begin));
  const deadly = source.replace(begin, `${begin}process.kill(process.pid, 'SIGKILL');\n`);
  writeFileSync(join(example.folder, 'deadly.js'), deadly);
  const killed = await startAnother(['node', 'deadly.js'], 'killed.jsonl');
  // The response may or may not get out.
  await killed.tell('msg_1', leadCreated('Kept')).catch(() => {});
  assert.equal(await killed.ended, null);

  const next = await startAnother(example.startCommand, 'killed.jsonl');
  await next.says(/New lead: Kept/);
  assert.equal(await next.tell('msg_1', leadCreated('Kept')), 204);
  assert.equal(await next.tell('msg_2', leadCreated('Later')), 204);
  await next.says(/New lead: Later/);
  assert.equal(next.output().match(/New lead/g)?.length, 2);
  const done = () => readFileSync(join(example.folder, 'killed.jsonl'), 'utf8');
  await eventually(async () => done().includes('{"handled":"msg_2"}\n'));
  await next.stop('SIGKILL');

  const last = await startAnother(example.startCommand, 'killed.jsonl');
  assert.equal(await last.tell('msg_3', leadCreated('Newest')), 204);
  await last.says(/New lead: Newest/);
  assert.equal(last.output().match(/New lead/g)?.length, 1);
  await last.stop();
});

test('a processing failure is retried at the next start', async () => {
  const first = await startAnother(example.startCommand, 'failed.jsonl');
  // Its payload holds nothing to process.
  assert.equal(await first.tell('msg_1', 'null'), 204);
  await first.says(/event msg_1 will be handled at the next start/);
  assert.equal(await first.tell('msg_2', leadCreated('Next')), 204);
  await first.says(/New lead: Next/);
  await first.stop();
  const second = await startAnother(example.startCommand, 'failed.jsonl');
  await second.says(/event msg_1 will be handled at the next start/);
  await second.stop();
});

test('a write after a failed one starts a new line', async () => {
  const file = join(example.folder, 'full.jsonl');
  // A file size limit stands in for a full disk.
  const limited = await startAnother(
    ['sh', '-c', `ulimit -f 8; exec '${process.execPath}' receiver.js`],
    'full.jsonl',
  );
  const long = leadCreated('x'.repeat(1500));
  let count = 0;
  while ((await limited.tell(`msg_${++count}`, long)) === 204) assert.ok(count < 20);
  const torn = readFileSync(file, 'utf8').split('\n').at(-1)!;
  assert.notEqual(torn, '', 'a part of it was written');
  writeFileSync(file, torn);
  assert.equal(await limited.tell('msg_small', leadCreated('Small')), 204);
  assert.equal(await limited.tell(`msg_${count}`, long), 204);
  await limited.stop();
  const ids = readFileSync(file, 'utf8').match(/^\{"webhookId":"\w+"/gm);
  assert.deepEqual(ids?.slice(-2), ['{"webhookId":"msg_small"', `{"webhookId":"msg_${count}"`]);
});
