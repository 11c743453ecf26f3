// Far more callers than the server can serve, who do not hold back: each is answered with 201, or at once with 503, none that
// was acknowledged is lost, and soon after all is as before. On servers of its own, with a short queue.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { LeadLoad } from '../support/lead-load.ts';
import type { TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const connections = isLongRun ? 600 : 120;
const leadsEachTime = isLongRun ? 2_000 : 100;
const times = isLongRun ? 5 : 1;
const env = { INTAKE_QUEUE_MAX: '20' };

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
    let [refused, longestRecoveryMs] = [0, 0];
    for (let time = 0; time < times; time++) {
      load.start(server);
      await load.untilAcknowledged(leadsEachTime);
      await load.stop();
      const began = performance.now();
      await eventually(async () => (await createLead(server, otherKey)).status === 201);
      longestRecoveryMs = Math.max(longestRecoveryMs, performance.now() - began);
      for (const refusal of load.refusals.splice(0)) {
        assertUnavailable(refusal);
        refused++;
      }
    }
    t.diagnostic(`${load.acknowledged.length} acknowledged, ${refused} refused`);
    assert.ok(refused > 0, 'all were served');
    const done = { fault: 'overload', times, longestRecoveryMs };
    assert.equal(await settleLoad(server, key, load, done), load.acknowledged.length);
  });
});
