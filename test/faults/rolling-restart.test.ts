// Two servers behind a load balancer are restarted one after the other, under load: no request fails.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertSound } from '../support/assert-sound.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { call, createLead } from '../support/call.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { patientWithPostgres, startServer, type TestServer } from '../support/server.ts';
import { eventually, timelyTest, TooSlow } from '../support/within.ts';

const callers = isLongRun ? 8 : 3;
// Often enough to meet every moment of a restart; the processor is left to the servers that start.
const callEveryMs = 60;
const rounds = isLongRun ? 8 : 1;
// More than the balancer needs to notice, also on a slow machine.
const env = { ...patientWithPostgres, SHUTDOWN_DELAY_MS: '3000' };

let nodes: Nodes;
let balancer: Balancer;
let running: TestServer[];
before(async () => {
  nodes = await startNodes({ env });
  running = [...nodes.all];
  balancer = await startBalancer();
  for (const server of running) balancer.add(server);
});
after(async () => {
  await balancer?.close();
  await Promise.all((running ?? []).map((server) => server.stop()));
  await nodes?.stop();
});

const madeInAll: string[] = [];

timelyTest('no request fails', async (t) => {
  const key = await running[0]!.createKey();
  await Promise.all(running.map(untilInUse));
  const load = startLoad(key);
  const restarts = rounds * nodes.all.length;
  let untold = 0;
  for (let restart = 0; restart < restarts; restart++) {
    const old = running.shift()!;
    assert.equal(await old.stop(), 0);
    if (!balancer.wasTold(old)) untold++;
    balancer.remove(old);
    const fresh = await startServer({ databaseUrl: nodes.databaseUrl, env });
    running.push(fresh);
    balancer.add(fresh);
    await untilInUse(fresh);
  }
  const { made, lists, failures } = await load.stop();

  t.diagnostic(`${made.length} leads and ${lists} lists`);
  madeInAll.push(...made);
  // It cannot leave out a server that was gone before it could ask.
  if (untold > 0) throw new TooSlow(`the balancer was not told ${untold} times`);
  assert.deepEqual(failures, []);
  const done = { fault: 'rolling restart behind a load balancer', times: restarts };
  await settleLeads(running[0]!, key, { ids: made }, done);
  assert.equal(await assertSound(running[0]!), madeInAll.length);
});

async function untilInUse(server: TestServer): Promise<void> {
  const answers = () => balancer.answersOf(server);
  await eventually(async () => {
    if (answers() === 0) await call(balancer, '/healthz');
    return answers() >= 1;
  });
}

function startLoad(key: string) {
  const made: string[] = [];
  const failures: string[] = [];
  let lists = 0;
  const stopping = new AbortController();
  const keepCalling = async (caller: number) => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      try {
        const email = `caller-${caller}-${number}@example.com`;
        const create = await createLead(balancer, key, { email });
        if (create.status === 201) made.push(create.body.id);
        else failures.push(`create: ${create.status} ${create.text}`);
        const list = await call(balancer, '/v1/api/leads?limit=10', { key });
        if (list.status === 200) lists++;
        else failures.push(`list: ${list.status} ${list.text}`);
      } catch (error) {
        failures.push(String((error as Error).cause ?? error));
      }
      await wait(callEveryMs);
    }
  };
  const callersEnded = Promise.all(
    Array.from({ length: callers }, (_, index) => keepCalling(index)),
  );
  return {
    async stop() {
      stopping.abort();
      await callersEnded;
      return { made, lists, failures };
    },
  };
}
