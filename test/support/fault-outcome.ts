// After a fault: every lead that was acknowledged is looked up, page by page, because a hundred thousand of them do not fit
// into memory as answers. What was seen goes into the table, and only then has to be right.
import assert from 'node:assert/strict';
import { lookForHalves } from './assert-sound.ts';
import { call, nextLinkOf } from './call.ts';
import { type FaultOutcome, isLongRun, recordFault } from './fault-record.ts';
import { LeadLoad } from './lead-load.ts';
import type { TestServer } from './server.ts';

type Seen = Pick<FaultOutcome, 'database' | 'acknowledged' | 'lost' | 'halfMade' | 'doubles'>;
type Done = Pick<FaultOutcome, 'fault' | 'times' | 'isKill'> & { longestRecoveryMs?: number };

interface ListedLead {
  id: string;
  customer: { email: string };
  address: { city: string } | null;
}

const leadsPerPage = 200;
const connectionsBeside = 2;

/** Several things may have been done to one load; its leads count for the first. Returns how many are there. */
export async function settleLoad(
  server: TestServer,
  key: string,
  load: LeadLoad,
  ...done: [Done, ...Done[]]
): Promise<number> {
  const { seen, found } = await lookUpLoad(server, key, load);
  settle(seen, done);
  return found;
}

/** For leads that were sent one by one: the ids of those acknowledged, and how many were sent at most. */
export async function settleLeads(
  server: TestServer,
  key: string,
  { ids, sent = ids.length }: { ids: readonly string[]; sent?: number },
  ...done: [Done, ...Done[]]
): Promise<void> {
  const missing = new Set(ids);
  let found = 0;
  for await (const { id } of listed(server, key)) {
    found++;
    missing.delete(id);
  }
  const { database, halfMade } = await halvesOf(server);
  const doubles = Math.max(0, found - sent);
  settle({ database, acknowledged: ids.length, lost: missing.size, halfMade, doubles }, done);
}

/** In the long form leads come in beside the work, and are looked up after it. */
export async function whileLeadsComeIn<T>(
  server: TestServer,
  done: Done | ((result: T) => Done),
  work: () => Promise<T>,
): Promise<T> {
  const beside = await leadsBeside(server);
  const result = await work().finally(() => beside.stop());
  await beside.settle(typeof done === 'function' ? done(result) : done);
  return result;
}

/** The same where the work is not one function. */
export async function leadsBeside(
  server: TestServer,
): Promise<{ stop(): Promise<void>; settle(...done: [Done, ...Done[]]): Promise<void> }> {
  if (!isLongRun) return { async stop() {}, async settle() {} };
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections: connectionsBeside, isPatient: true });
  load.start(server);
  return {
    stop: () => load.stop(),
    async settle(...done) {
      await load.stop();
      await settleLoad(server, key, load, ...done);
    },
  };
}

/** Only looks; `settle` is for what was seen in several places. */
export async function lookUpLoad(
  server: TestServer,
  key: string,
  { leads, acknowledged }: LeadLoad,
): Promise<{ seen: Seen; found: number }> {
  const byEmail = new Map(leads.map((lead) => [lead.email, lead]));
  const seen = new Set<string>();
  let [found, right, doubles] = [0, 0, 0];
  for await (const { id, customer, address } of listed(server, key)) {
    const lead = byEmail.get(customer.email);
    assert.ok(lead, `nobody sent ${customer.email}`);
    found++;
    if (seen.has(lead.email)) doubles++;
    seen.add(lead.email);
    if (lead.id === id && (address?.city ?? null) === lead.city) right++;
  }
  const { database, halfMade } = await halvesOf(server);
  const lost = acknowledged.length - right;
  return {
    seen: { database, acknowledged: acknowledged.length, lost, halfMade, doubles },
    found,
  };
}

async function halvesOf(server: TestServer): Promise<Pick<Seen, 'database' | 'halfMade'>> {
  const engine = await server.withDatabase(async (db) => db.engine);
  return {
    database: engine === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    halfMade: await countHalves(server),
  };
}

export async function countHalves(server: Pick<TestServer, 'withDatabase'>): Promise<number> {
  const { halves } = await lookForHalves(server);
  return Object.values(halves).reduce((sum, count) => sum + count, 0);
}

async function* listed(server: TestServer, key: string): AsyncGenerator<ListedLead> {
  for (let next: string | undefined = `/v1/api/leads?limit=${leadsPerPage}`; next;) {
    const { status, body, headers } = await call(server, next, { key });
    assert.equal(status, 200, next);
    yield* body.data;
    next = nextLinkOf(headers);
  }
}

export function settle(seen: Seen, done: readonly Done[]): void {
  for (const [index, { longestRecoveryMs = null, ...what }] of done.entries()) {
    const counted =
      index === 0 ? seen : { ...seen, acknowledged: 0, lost: 0, halfMade: 0, doubles: 0 };
    const recovery = longestRecoveryMs === null ? null : Math.round(longestRecoveryMs);
    recordFault({ ...what, ...counted, longestRecoveryMs: recovery });
  }
  const { lost, halfMade, doubles } = seen;
  assert.deepEqual({ lost, halfMade, doubles }, { lost: 0, halfMade: 0, doubles: 0 });
}
