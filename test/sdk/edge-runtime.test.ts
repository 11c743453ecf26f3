// The client in workerd, an edge runtime without Node's APIs. Own server: it sends to the runtime.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { listAll } from '../support/call.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { needs } from '../support/needs.ts';
import { installSdk } from '../support/sdk-package.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startWorker, workerd } from '../support/workerd.ts';

const skip = workerd === undefined && needs('workerd');

const worker = `
  import { Vakwerk, verifyWebhook, WebhookVerificationError } from '@vakwerk/client';

  let secret;
  const routes = {
    async '/leads'(request) {
      const { title, ...options } = await request.json();
      const client = new Vakwerk(options);
      await client.leads.create({ customerName: 'Jan', title });
      const titles = [];
      for await (const lead of client.leads.list({ limit: 1 })) titles.push(lead.title);
      return Response.json(titles);
    },
    async '/webhook'(request) {
      const client = new Vakwerk(await request.json());
      const webhook = await client.webhooks.create({ url: new URL('/event', request.url).href });
      secret = webhook.secret;
      return Response.json(await client.webhooks.ping(webhook.id));
    },
    async '/event'(request) {
      const body = await request.text();
      const event = await verifyWebhook({ body, headers: request.headers, secret });
      return new Response('seen: ' + event.type);
    },
  };
  export default {
    fetch: (request) => routes[new URL(request.url).pathname](request).catch((error) => {
      const status = error instanceof WebhookVerificationError ? 401 : 500;
      return new Response(String(error), { status });
    }),
  };`;

describe('in workerd', () => {
  let edge: Edge;
  let server: TestServer;
  let key: string;
  before(async () => {
    if (skip) return;
    edge = await startEdge();
    const env = { WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8', WEBHOOK_PORTS: edge.port };
    server = await startServer({ env });
    key = await server.createKey();
  });
  after(async () => {
    await server?.stop();
    await edge?.stop();
  });
  const options = () => ({ apiKey: key, baseUrl: server.url });
  const leads = () => listAll(server, key, '/v1/api/leads');

  test('a lead is created, and a list is read page by page', { skip }, async () => {
    for (const title of ['First', 'Second']) {
      const { status, text } = await edge.post('/leads', { ...options(), title });
      assert.equal(status, 200, text);
      const titles = (await leads()).map((lead) => lead.title);
      assert.equal(titles[0], title);
      assert.deepEqual(JSON.parse(text), titles);
    }
  });

  test('a signed webhook verifies, and no other', { skip }, async () => {
    const { status, text } = await edge.post('/webhook', options());
    assert.equal(status, 200, text);
    const { attempts } = JSON.parse(text);
    assert.deepEqual([attempts.length, attempts[0].responseStart], [1, 'seen: ping']);
    const forged = await edge.post('/event', { type: 'ping' }, attempts[0].requestHeaders);
    assert.deepEqual([forged.status, attempts[0].responseStatus], [401, 200], forged.text);
  });

  test('a lead whose response is lost is created once', { skip }, async () => {
    const proxy = await startFaultProxy(server);
    try {
      const before = (await leads()).length;
      proxy.next({ kind: 'reset-after' });
      const sent = { ...options(), baseUrl: proxy.url, retryBaseMs: 1, title: 'Once' };
      const { status, text } = await edge.post('/leads', sent);
      assert.equal(status, 200, text);
      const creates = proxy.seen.filter(({ method }) => method === 'POST');
      assert.deepEqual([creates.length, (await leads()).length], [2, before + 1]);
    } finally {
      await proxy.close();
    }
  });

  test('a wrong key throws a client error', { skip }, async () => {
    const { status, text } = await edge.post('/leads', { ...options(), apiKey: 'vk_wrong' });
    assert.equal(status, 500);
    assert.match(text, /^AuthenticationError: /);
  });
});

interface Edge {
  readonly port: string;
  post(
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string }>;
  stop(): Promise<void>;
}

async function startEdge(): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-edge-'));
  await installSdk(folder);
  writeFileSync(join(folder, 'worker.js'), worker);
  const modules = {
    'worker.js': 'worker.js',
    '@vakwerk/client': 'node_modules/@vakwerk/client/dist/index.js',
  };
  const { port, stop } = await startWorker({ folder, modules });
  return {
    port,
    async post(path, body, headers = {}) {
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
      return { status: response.status, text: await response.text() };
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
