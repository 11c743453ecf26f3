// Another process holds the database's write lock for long, as a careless operator may.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertSound } from '../support/assert-sound.ts';
import { call, createLead } from '../support/call.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import { HttpConnection } from '../support/http-connection.ts';
import { writesUnderWay } from '../support/metrics.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const databaseWaitMs = 3_000;
// How long one batch waits for the lock.
const lockWaitMs = databaseWaitMs / 2;
// For a slow, busy machine.
const marginMs = 2_500;
const leadsAtOnce = 200;
const readMsMax = 1_000;
const healthMsMax = 200;
const getHealth = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

let server: TestServer;
let key: string;
before(async () => {
  server = await startServer({ env: { DATABASE_WAIT_MS: String(databaseWaitMs) } });
  key = await server.createKey();
  assert.equal((await createLead(server, key)).status, 201);
});
after(() => server?.stop());

timelyTest('creates time out, reads go on, and writes resume afterwards', async () => {
  const leadsBefore = await assertSound(server);
  const { answers, reads } = await whileWritesAreHeld(server, async () => {
    const began = performance.now();
    const creates = Promise.all(
      Array.from({ length: leadsAtOnce }, async (_, number) => {
        const answer = await createLead(server, key, { email: `held-${number}@example.com` });
        return { answer, tookMs: performance.now() - began };
      }),
    );
    // The time this process needs to send them all is not measured.
    await eventually(async () => (await writesUnderWay(server)) > 0);
    const reads: { path: string; took: number }[] = [];
    for (const path of ['/v1/api/leads', '/v1/api/leads?q=jansen', '/v1/api/address']) {
      const { took, result } = await timed(() => call(server, path, { key }));
      assert.equal(result.status, 200, path);
      reads.push({ path, took });
    }
    return { answers: await creates, reads };
  });

  for (const { answer } of answers) assertUnavailable(answer);

  assert.equal((await createLead(server, key)).status, 201);
  assert.equal(await assertSound(server), leadsBefore + 1, 'a refused lead was made');
  for (const { path, took } of reads) assertInTime(took, readMsMax, path);
  const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
  assertInTime(slowestMs, databaseWaitMs + lockWaitMs + marginMs, 'the last answer');
});

test('a short lock only delays a create', async () => {
  let create: ReturnType<typeof createLead>;
  await whileWritesAreHeld(server, async () => {
    create = createLead(server, key);
    await eventually(async () => (await writesUnderWay(server)) > 0);
  });
  assert.equal((await create!).status, 201);
});

test('it is not ready while writes are blocked', async () => {
  const isReady = async () => (await call(server, '/readyz')).status === 200;
  await whileWritesAreHeld(server, () => eventually(async () => !(await isReady())));
  await eventually(isReady);
});

timelyTest(`the health check answers within ${healthMsMax} ms while creates wait`, async () => {
  const connection = (await HttpConnection.open(server))!;
  const took: number[] = [];
  await whileWritesAreHeld(server, async () => {
    const create = createLead(server, key);
    do {
      const check = await timed(() => connection.exchange(getHealth));
      assert.equal(check.result?.status, 200);
      took.push(check.took);
    } while ((await Promise.race([create, 'waiting'])) === 'waiting');
  });
  connection.close();
  assertInTime(Math.max(...took), healthMsMax, 'a health check');
});

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; took: number }> {
  const began = performance.now();
  const result = await work();
  return { result, took: performance.now() - began };
}
