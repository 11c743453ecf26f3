// More leads than can be created: a bounded number waits, the rest gets 503 immediately, and memory
// does not grow with them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertSound } from '../support/assert-sound.ts';
import { createLead } from '../support/call.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import { metric } from '../support/metrics.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const queueMax = 5;
// A full queue in flight to the database, and a full one behind it.
const waitingMax = 2 * queueMax;
const leadsAtOnce = 100;

const warmUpRounds = 2;
const rounds = 5;
// 100 MiB in the rounds that count.
const largeText = 'x'.repeat(200 * 1024);
const growthMiBMax = 60;

let server: TestServer;
let key: string;
before(async () => {
  server = await startServer({
    env: { INTAKE_QUEUE_MAX: String(queueMax), DATABASE_WAIT_MS: '60000' },
  });
  key = await server.createKey();
});
after(() => server?.stop());

test('a bounded number waits, the rest is refused meanwhile', async () => {
  const answers = await sendTooMany({});
  const made = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  assert.ok(made.length > 0 && made.length <= waitingMax, `${made.length} have waited`);
  for (const answer of refused) assertUnavailable(answer);
  assert.equal(await assertSound(server), made.length);
  const ids = made.map(({ body }) => body.id as string);
  const done = { fault: 'writes that are held while a queue fills up', times: 1 };
  await settleLeads(server, key, { ids }, done);
  // One log line a second counts them all.
  await eventually(async () => toldIn(server.output()).length > 0);
  assert.doesNotMatch(server.output(), /"request failed"/);
  assert.ok(toldIn(server.output()).length < refused.length / 10);
});

test('refused leads leak no memory', async (t) => {
  const sent = (warmUpRounds + rounds) * leadsAtOnce;
  const leadsBefore = await assertSound(server);
  let made = 0;
  const flood = async (times: number) => {
    for (let round = 0; round < times; round++) {
      const answers = await sendTooMany({ aLargeField: largeText });
      made += answers.filter(({ status }) => status === 201).length;
    }
    return residentMiB();
  };
  const warm = await flood(warmUpRounds);
  const growth = (await flood(rounds)) - warm;
  t.diagnostic(`${made} of ${sent} made; resident memory went from ${warm} MiB up by ${growth}`);
  assert.ok(made < sent / 2, 'too few were refused to tell');
  assert.equal(await assertSound(server), leadsBefore + made);
  assert.ok(growth < growthMiBMax);
});

/** While none can be created: a full queue waits. */
async function sendTooMany(
  lead: Record<string, unknown>,
): Promise<Awaited<ReturnType<typeof createLead>>[]> {
  const answers: Awaited<ReturnType<typeof createLead>>[] = [];
  let creates: Promise<unknown>;
  await whileWritesAreHeld(server, async () => {
    const create = async () => answers.push(await createLead(server, key, lead));
    creates = Promise.all(Array.from({ length: leadsAtOnce }, create));
    await eventually(async () => answers.length >= leadsAtOnce - waitingMax);
    assert.ok(answers.length < leadsAtOnce, 'nobody waits');
  });
  await creates!;
  return answers;
}

function toldIn(log: string): string[] {
  return log.match(/"requests refused: .*"/g) ?? [];
}

async function residentMiB(): Promise<number> {
  return Math.round((await metric(server, 'process_resident_memory_bytes')) / 1024 ** 2);
}
