// A PostgreSQL connection breaks during the commit: the outcome is not guessed, and a retry with
// the same Idempotency-Key finds it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertSound } from '../support/assert-sound.ts';
import { createLead } from '../support/call.ts';
import { type BreakingPoint, type CommitProxy, startCommitProxy } from '../support/commit-proxy.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import { dropDatabase } from '../support/postgres.ts';
import { createMigratedDatabase, postgresForTests } from '../support/postgres-for-tests.ts';
import { patientWithPostgres, startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';

const leadsAtOnce = 10;

let databaseUrl: string;
let proxy: CommitProxy;
let server: TestServer;
before(async () => {
  databaseUrl = await createMigratedDatabase();
  proxy = await startCommitProxy(databaseUrl);
  server = await startServer({ databaseUrl: proxy.url, env: patientWithPostgres });
});
after(async () => {
  await server?.stop();
  await proxy?.close();
  await dropDatabase(await postgresForTests(), databaseUrl);
});

const cases: { point: BreakingPoint; isMade: boolean }[] = [
  { point: 'before commit', isMade: false },
  { point: 'after commit', isMade: true },
];
for (const { point, isMade } of cases) {
  test(`the connection breaks ${point}`, async () => {
    const key = await server.createKey();
    const leadsBefore = await assertSound(server);
    const text = `broken ${point}`;
    const send = (number: number) =>
      createLead(
        server,
        key,
        { title: text, email: `lead-${number}@example.com` },
        { 'idempotency-key': `${text} ${number}` },
      );
    const sendAll = () => Promise.all(Array.from({ length: leadsAtOnce }, (_, n) => send(n)));

    const brokenBefore = proxy.broken;
    proxy.breakNext(text, point);
    const first = await sendAll();
    assert.equal(proxy.broken, brokenBefore + 1);
    const refused = first.filter(({ status }) => status !== 201);
    assert.ok(refused.length > 0, 'nobody was in the batch');
    for (const answer of refused) assertUnavailable(answer);
    const made = isMade ? leadsAtOnce : leadsAtOnce - refused.length;
    assert.equal(await assertSound(server), leadsBefore + made);

    const second = await sendAll();
    for (const [number, answer] of second.entries()) {
      assert.equal(answer.status, 201);
      const isReplay = isMade || first[number]!.status === 201;
      assert.equal(answer.headers.has('idempotent-replayed'), isReplay);
    }
    const ids = second.map(({ body }) => body.id as string);
    await settleLeads(server, key, { ids }, { fault: `connection cut ${point}`, times: 1 });
    assert.equal(await assertSound(server), leadsBefore + leadsAtOnce);
  });
}
