// Leads that come while others are being made gather, and are made together.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import { metric } from '../support/metrics.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

let server: TestServer;
let key: string;
before(async () => {
  server = await startServer({ env: { DATABASE_WAIT_MS: '60000' } });
  key = await server.createKey();
});
after(() => server.stop());

test('a few that come one by one while another is made share a batch', async () => {
  const few = 12;
  const before = await batchesSent();
  const creates: ReturnType<typeof createLead>[] = [];
  await whileWritesAreHeld(server, async () => {
    creates.push(createLead(server, key));
    await eventually(async () => (await batchesSent()) === before + 1);
    for (let waiting = 1; waiting <= few; waiting++) {
      creates.push(createLead(server, key));
      await eventually(async () => (await leadsWaiting()) === waiting);
    }
  });
  for (const { status, text } of await Promise.all(creates)) assert.equal(status, 201, text);
  assert.equal(await batchesSent(), before + 2);
});

test('many are sent on, so that the database can go on with them at once', async () => {
  const many = 40;
  const before = await batchesSent();
  const creates: ReturnType<typeof createLead>[] = [];
  await whileWritesAreHeld(server, async () => {
    creates.push(createLead(server, key));
    await eventually(async () => (await batchesSent()) === before + 1);
    for (let sent = 0; sent < many; sent++) creates.push(createLead(server, key));
    await eventually(async () => (await batchesSent()) === before + 2);
  });
  for (const { status, text } of await Promise.all(creates)) assert.equal(status, 201, text);
});

function batchesSent(): Promise<number> {
  return metric(server, 'vakwerk_lead_batch_size_count');
}

function leadsWaiting(): Promise<number> {
  return metric(server, 'vakwerk_queue_length{queue="intake"}');
}
