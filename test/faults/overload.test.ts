// Far more callers than the server can serve, who do not hold back: each is answered with 201, or at once with 503, none that
// was acknowledged is lost, and soon after all is as before. A refusal takes under 50 ms when nothing else goes on. On servers of its
// own, with a short queue.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import { LeadLoad } from '../support/lead-load.ts';
import type { TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const connections = isLongRun ? 600 : 120;
const leadsEachTime = isLongRun ? 2_000 : 100;
const times = isLongRun ? 5 : 1;
const queueMax = 20;
const env = { INTAKE_QUEUE_MAX: String(queueMax) };
// What is on its way into the database, what waits, and some that are refused.
const leadsToFillQueue = 3 * queueMax;
const refusalMsMax = 50;
const refusalsTimed = 10;

withEachDatabase('overload', (start, engine) => {
  // In the normal suite db/postgres-faults and runner/admission have it for PostgreSQL.
  if (engine === 'PostgreSQL' && !isLongRun) return;
  let server: TestServer;
  before(async () => (server = await start({ env })));
  after(() => server?.stop());

  test(`${times} times`, async (t) => {
    const key = await server.createKey();
    const otherKey = await server.createKey();
    const load = new LeadLoad({ key, connections });
    const refusedMs: number[] = [];
    let longestRecoveryMs = 0;
    for (let time = 0; time < times; time++) {
      load.start(server);
      await load.untilAcknowledged(leadsEachTime);
      await load.stop();
      const began = performance.now();
      await eventually(async () => (await createLead(server, otherKey)).status === 201);
      longestRecoveryMs = Math.max(longestRecoveryMs, performance.now() - began);
      for (const refusal of load.refusals.splice(0)) {
        assertUnavailable(refusal);
        refusedMs.push(refusal.tookMs);
      }
    }
    assert.ok(refusedMs.length > 0, 'all were served');
    const usualMs = {
      acknowledged: medianOf(load.acknowledged.map(({ tookMs }) => tookMs)),
      refused: medianOf(refusedMs),
    };
    t.diagnostic(`${load.acknowledged.length} acknowledged, ${refusedMs.length} refused`);
    t.diagnostic(`usually in ${JSON.stringify(usualMs)} ms`);
    const done = { fault: 'overload', times, longestRecoveryMs };
    assert.equal(await settleLoad(server, key, load, done), load.acknowledged.length);
  });

  // A server that lets refusals wait does so each time, others on the machine do not: the fastest counts.
  test('a refusal while nothing else goes on', async (t) => {
    const key = await server.createKey();
    const tookMs: number[] = [];
    const sent = await whileWritesAreHeld(server, async () => {
      let refusals = 0;
      const fill = async () => {
        if ((await createLead(server, key)).status === 503) refusals++;
      };
      const filling = Array.from({ length: leadsToFillQueue }, fill);
      await eventually(async () => refusals > 0);
      for (let count = 0; count < refusalsTimed; count++) {
        const began = performance.now();
        assertUnavailable(await createLead(server, key));
        tookMs.push(performance.now() - began);
      }
      return { filling };
    });
    await Promise.all(sent.filling);
    const fastestMs = Math.min(...tookMs);
    t.diagnostic(`the fastest of ${refusalsTimed} took ${fastestMs.toFixed(1)} ms`);
    assert.ok(fastestMs < refusalMsMax, `${tookMs.map(Math.round).join(', ')} ms`);
  });
});

function medianOf(times: readonly number[]): number {
  return Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!);
}
