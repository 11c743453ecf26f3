// kill -9 while events are being sent, again and again: every event arrives, and first tries stay in order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { TestServer } from '../support/server.ts';
import { type Receiver, sendingTo, startReceiver, verify } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

const kills = 4;
const leadsBetweenKills = 10;
const killAfterMs = { least: 20, most: 300 };
const seed = Number(process.env['SEED'] ?? 17);

withEachDatabase('webhooks over kill -9', (start) => {
  const data = temporaryFolder();
  let receiver: Receiver;
  let server: TestServer;
  // What a killed server was sending is sent again by the next one after this long.
  const env = () => ({ ...sendingTo(receiver), JOB_LEASE_MS: '3000' });
  const restart = () => start({ dataDir: data.path, env: env() });
  before(async () => {
    receiver = await startReceiver();
    server = await restart();
  });
  after(async () => {
    await server.stop();
    await receiver.close();
    data.remove();
  });

  test(`${kills} kills lose nothing`, async (t) => {
    t.diagnostic(`SEED=${seed}`);
    const random = seededRandom(seed);
    const brand = await server.createBrand();
    const key = await server.createKey({ brandId: brand.id });
    const eventTypes = ['lead.created'];
    const api = webhookApi(server, key);
    const { id, secret } = await api.create(receiver.url('/steady'), { eventTypes });
    const shaky = await api.create(receiver.url('/shaky'), { eventTypes });
    receiver.behave('/steady', { delayMs: 15 });
    receiver.behave('/shaky', { status: 500, delayMs: 5 });

    const leads = new Set<string>();
    let unsent = 0;
    for (let kill = 0; kill < kills; kill++) {
      for (let count = 0; count < leadsBetweenKills; count++) {
        const { status, body } = await createLead(server, key);
        assert.equal(status, 201);
        leads.add(body.id);
      }
      await wait(killAfterMs.least + random() * (killAfterMs.most - killAfterMs.least));
      await server.stop('SIGKILL');
      unsent += leads.size - new Set(receiver.received('/steady').map(subjectOf)).size;
      server = await restart();
    }
    t.diagnostic(`${unsent} events were unsent when the server was killed`);
    assert.ok(unsent > 0, 'no kill hit a delivery');
    receiver.behave('/shaky', {});

    for (const path of ['/steady', '/shaky']) {
      await eventually(async () => {
        const arrived = new Set(receiver.received(path).map(subjectOf));
        return leads.difference(arrived).size === 0;
      });
    }
    const messages = receiver.received('/steady');
    for (const message of messages) verify(message, secret);
    const firsts = [...new Set(messages.map(({ event }) => Number(event.id)))];
    assert.deepEqual(
      firsts,
      firsts.toSorted((one, other) => one - other),
    );
    assert.equal(firsts.length, leads.size);
    // At least once; twice only what was being sent when the server died.
    assert.ok(messages.length <= leads.size + kills, `${messages.length} messages`);

    const now = webhookApi(server, key);
    assert.equal((await now.settled(id, leads.size)).length, Math.min(leads.size, 50));
    await now.settled(shaky.id, leads.size);
  });
});

function subjectOf({ event }: { event: { subjectId: string } }): string {
  return event.subjectId;
}
