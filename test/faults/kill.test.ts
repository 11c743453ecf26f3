// kill -9 at any moment, under load, again and again: no lead that was acknowledged is missing
// afterwards, none is there by half or twice.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertSound } from '../support/assert-sound.ts';
import { call, listAll } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { LeadLoad, loadWord } from '../support/lead-load.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { spawnServer, startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const kills = 20;
const connections = 32;
// A few servers are killed on their way up, while they put the database in order.
const killsPerKillAtStart = 5;
const startMs = { least: 50, most: 500 };
const loadMs = { least: 100, most: 600 };
const acknowledgedMin = 2_000;
const lookedUpById = 200;
const testMsMax = 180_000;

const seed = Number(process.env['SEED'] ?? 20_261);
const random = seededRandom(seed);
const data = temporaryFolder();
let server: TestServer;

before(async () => {
  server = await startServer({ dataDir: data.path });
});
after(async () => {
  await server.stop();
  data.remove();
});

test(`${kills} kills under load`, { timeout: testMsMax }, async (t) => {
  t.diagnostic(`SEED=${seed}`);
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections });
  for (let kill = 0; kill < kills; kill++) {
    load.start(server);
    await wait(between(loadMs));
    const enough = (acknowledgedMin / kills) * (kill + 1);
    await eventually(async () => load.acknowledged.length >= enough);
    await server.stop('SIGKILL');
    await load.ended();
    if (kill % killsPerKillAtStart === 0) await killAtStart();
    server = await startServer({ dataDir: data.path });
  }
  await load.sendRetries(server);

  const { leads, acknowledged } = load;
  const replayed = leads.filter((lead) => lead.isReplayed);
  const broken = leads.filter((lead) => lead.id === null);
  const retried = leads.filter((lead) => lead.timesSent > 1);
  t.diagnostic(
    `${leads.length} leads sent, ${acknowledged.length} acknowledged, ${broken.length} never answered, ${retried.length} sent again, ${replayed.length} of them made by the first sending`,
  );
  assert.ok(broken.length > 0, 'no kill hit a request');
  assert.ok(retried.length > 0, 'no kill hit a request with an Idempotency-Key');
  assert.deepEqual(
    broken.filter((lead) => lead.status !== null || lead.idempotencyKey !== null),
    [],
    'refused, or not answered at last',
  );

  const found = await listAll(server, key, `/v1/api/leads?limit=200&q=${loadWord}`);
  const byEmail = Map.groupBy(found, (item) => item.customer.email as string);
  assert.equal(byEmail.size, found.length, 'a lead is there twice');
  for (const { email, id, city } of acknowledged) {
    const item = byEmail.get(email)?.[0];
    assert.equal(item?.id, id, `${email} was acknowledged`);
    assert.equal(item.address?.city ?? null, city);
  }
  const sent = new Set(leads.map((lead) => lead.email));
  assert.deepEqual(
    found.filter((item) => !sent.has(item.customer.email)),
    [],
    'nobody sent this',
  );
  assert.equal(await assertSound(server), found.length);

  for (let count = 0; count < lookedUpById; count++) {
    const lead = acknowledged[Math.floor(random() * acknowledged.length)]!;
    const { status, body } = await call(server, `/v1/api/work-items/${lead.id}`, { key });
    assert.equal(status, 200);
    assert.equal(body.customerId, byEmail.get(lead.email)![0].customerId);
  }
});

async function killAtStart(): Promise<void> {
  const child = spawnServer({ dataDir: data.path });
  const ended = once(child, 'exit');
  await wait(between(startMs));
  child.kill('SIGKILL');
  await ended;
}

function between({ least, most }: { least: number; most: number }): number {
  return least + random() * (most - least);
}
