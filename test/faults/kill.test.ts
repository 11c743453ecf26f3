// kill -9 under load, again and again, and while a server puts the database in order that the last one left: no lead that
// was acknowledged is missing afterwards, none is there by half or twice.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { basename } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertSound } from '../support/assert-sound.ts';
import { call, listAll } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { isLongRun, killsOf } from '../support/kills.ts';
import { LeadLoad, loadWord } from '../support/lead-load.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { spawnServer, startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const connections = 32;
const lookedUpById = 200;
const startWaitMsMax = 60_000;
const startMsMax = 1_000;

const seed = Number(process.env['SEED'] ?? 20_261);
const random = seededRandom(seed);
const answersMax = 300;
// After so many more answers. All connections are busy, so it comes in the middle of a batch. Long runs choose at random.
const killsAfter = isLongRun
  ? Array.from({ length: killsOf(0) }, () => Math.ceil(random() * answersMax))
  : [20, 100, 180, answersMax];
const data = temporaryFolder();
let server: TestServer;

before(async () => {
  server = await startServer({ dataDir: data.path });
});
after(async () => {
  await server?.stop();
  data.remove();
});

test(`${killsAfter.length} kills under load`, async (t) => {
  t.diagnostic(`SEED=${seed}`);
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections });
  for (const [kill, more] of killsAfter.entries()) {
    const enough = load.acknowledged.length + more;
    load.start(server);
    await eventually(async () => load.acknowledged.length >= enough);
    await server.stop('SIGKILL');
    await load.ended();
    if (kill % 2 === 0) await killAtStart();
    else if (isLongRun) await killWhileStarting(random() * startMsMax);
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

/** When it has opened the database and begins to read what is left in the log. */
async function killAtStart(): Promise<void> {
  const sharedMemory = `${basename(server.databaseFile)}-shm`;
  const watching = watch(data.path);
  const child = spawnServer({ dataDir: data.path });
  const ended = once(child, 'exit');
  const first = Promise.withResolvers<string>();
  watching.on('change', (_, file) => {
    if (file === sharedMemory) first.resolve('opened');
  });
  child.once('exit', () => first.resolve('ended'));
  child.stdout!.on('data', (chunk) => {
    if (String(chunk).includes('is ready at')) first.resolve('ready');
  });
  const timer = setTimeout(() => first.resolve('nothing'), startWaitMsMax);
  const happened = await first.promise;
  clearTimeout(timer);
  watching.close();
  child.kill('SIGKILL');
  await ended;
  assert.equal(happened, 'opened');
}

/** At any moment: before, while or after it puts the database in order. */
async function killWhileStarting(afterMs: number): Promise<void> {
  const child = spawnServer({ dataDir: data.path });
  const ended = once(child, 'exit');
  await wait(afterMs);
  child.kill('SIGKILL');
  await ended;
}
