// kill -9 while events are sent and retried: every event arrives, and first attempts stay in order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import type { TestServer } from '../support/server.ts';
import { type Receiver, sendingTo, startReceiver, verify } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

// Killed while sending the very first event, and again after some were sent.
const sentBeforeKill = [0, 4];
const unsentAtKill = 5;

withEachDatabase('webhooks over kill -9', (start) => {
  const data = temporaryFolder();
  let receiver: Receiver;
  let server: TestServer;
  // Deliveries in flight at the kill are sent again by the next server after this long.
  const env = () => ({ ...sendingTo(receiver), JOB_LEASE_MS: '3000' });
  const restart = () => start({ dataDir: data.path, env: env() });
  before(async () => {
    receiver = await startReceiver();
    server = await restart();
  });
  after(async () => {
    await server?.stop();
    await receiver?.close();
    data.remove();
  });

  test(`${sentBeforeKill.length} kills lose nothing`, async () => {
    const brand = await server.createBrand();
    const key = await server.createKey({ brandId: brand.id });
    const eventTypes = ['lead.created'];
    const api = webhookApi(server, key);
    const { id, secret } = await api.create(receiver.url('/steady'), { eventTypes });
    const shaky = await api.create(receiver.url('/shaky'), { eventTypes });
    receiver.behave('/shaky', { status: 500 });

    const leads = new Set<string>();
    const makeLeads = async (count: number) => {
      for (let made = 0; made < count; made++) {
        const { status, body } = await createLead(server, key);
        assert.equal(status, 201);
        leads.add(body.id);
      }
    };
    const allArrive = (path: string) =>
      eventually(async () => {
        const arrived = new Set(receiver.received(path).map(subjectOf));
        return leads.difference(arrived).size === 0;
      });
    for (const count of sentBeforeKill) {
      await makeLeads(count);
      await allArrive('/steady');
      receiver.behave('/steady', { hangs: true });
      const messages = receiver.received('/steady').length;
      const failures = receiver.received('/shaky').length;
      await makeLeads(unsentAtKill);
      await receiver.until('/steady', messages + 1);
      // Its retries are due too.
      await receiver.until('/shaky', failures + unsentAtKill);
      await server.stop('SIGKILL');
      receiver.behave('/steady', {});
      server = await restart();
    }
    receiver.behave('/shaky', {});
    for (const path of ['/steady', '/shaky']) await allArrive(path);
    const messages = receiver.received('/steady');
    for (const message of messages) verify(message, secret);
    const firsts = [...new Set(messages.map(({ event }) => Number(event.id)))];
    assert.deepEqual(
      firsts,
      firsts.toSorted((one, other) => one - other),
    );
    assert.equal(firsts.length, leads.size);
    // At least once; twice only for deliveries in flight at the kill.
    assert.ok(messages.length <= leads.size + sentBeforeKill.length, `${messages.length} messages`);

    const fault = 'kill -9 while webhooks are sent';
    const done = { fault, times: sentBeforeKill.length, isKill: true };
    await settleLeads(server, key, { ids: [...leads] }, done);
    const now = webhookApi(server, key);
    assert.equal((await now.settled(id, leads.size)).length, Math.min(leads.size, 50));
    await now.settled(shaky.id, leads.size);
  });
});

function subjectOf({ event }: { event: { subjectId: string } }): string {
  return event.subjectId;
}
