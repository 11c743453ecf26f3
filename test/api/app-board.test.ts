// Status counts on the board, and the stored submission of a lead.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { leadStatuses, statuses } from '#contract/work-item-lists.ts';
import type { WorkItemRecord } from '#core/records.ts';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { changeWorkItem } from '../support/stored-records.ts';

const countMax = 1_000;
// The server counts at most this many records under a filter.
const filteredMax = 5_000;

await withEachServer('the board', (server) => {
  let me: SignedIn;
  let key: string;
  before(async () => {
    me = await signInAs(server);
    key = await server.createKey({ brandId: me.brandId });
  });

  const countsOf = async (member: SignedIn, query = '') => {
    const { status, body } = await member.call(`/v1/app/board${query}`);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['counts']);
    return body.counts as Record<string, { count: number; isMore: boolean }>;
  };

  test('every status has its count, without deleted, archived and other brands’ items', async () => {
    const states = [{ status: 'request' }, { status: 'request' }, { status: 'lost' }] as const;
    const others = [{ status: 'scheduled' }, { deletedAt: 1 }, { archivedAt: 1 }] as const;
    for (const changes of [...states, ...others]) {
      await changeWorkItem(server, (await createLead(server, key)).body.id, changes);
    }
    await createLead(server, await server.createKey());
    const counts = await countsOf(me);
    const expected: Record<string, number> = { request: 2, lost: 1, scheduled: 1 };
    assert.deepEqual(Object.keys(counts), [...statuses]);
    for (const status of statuses) {
      assert.deepEqual(counts[status], { count: expected[status] ?? 0, isMore: false }, status);
    }
    const helper = await signInAs(server, { brandId: me.brandId, role: 'member' });
    assert.deepEqual(await countsOf(helper), counts);
  });

  test('counts are capped', async () => {
    const busy = await signInAs(server);
    const { id } = (await createLead(server, await server.createKey({ brandId: busy.brandId })))
      .body;
    await copyItem(server, id, countMax);
    assert.deepEqual((await countsOf(busy))['request'], { count: countMax, isMore: true });
  });

  test('filtered counts equal the filtered list', async () => {
    const owner = await signInAs(server);
    const itsKey = await server.createKey({ brandId: owner.brandId });
    const dayMs = 24 * 3600 * 1000;
    const states = [
      { status: 'request', priorityRank: 3, source: 'phone', tags: ['roof', 'big'] },
      { status: 'request', priorityRank: 3, source: 'web', createdAt: Date.now() - 8 * dayMs },
      { status: 'contacted', priorityRank: 0, source: 'phone', tags: ['roof'] },
      { status: 'lost', priorityRank: 3, source: 'phone', archivedAt: 1 },
      { status: 'lost', priorityRank: 3, source: 'phone', deletedAt: 1 },
      { status: 'scheduled', priorityRank: 3, source: 'phone', tags: ['roof'] },
    ] satisfies Partial<WorkItemRecord>[];
    for (const changes of states) {
      await changeWorkItem(server, (await createLead(server, itsKey)).body.id, changes);
    }
    const weekAgo = new Date(Date.now() - 7 * dayMs).toISOString();
    for (const [query, expected] of [
      ['priority=urgent', { request: 2 }],
      ['source=phone', { request: 1, contacted: 1 }],
      ['source=phone&priority=urgent', { request: 1 }],
      ['source=phone&source=web', { request: 2, contacted: 1 }],
      ['tag=roof', { request: 1, contacted: 1 }],
      ['tag=big,none', { request: 1 }],
      ['tag=none', {}],
      [`createdSince=${weekAgo}`, { request: 1, contacted: 1 }],
      [`createdBefore=${weekAgo}&priority=urgent`, { request: 1 }],
    ] as [string, Record<string, number>][]) {
      const counts = await countsOf(owner, `?${query}`);
      assert.deepEqual(Object.keys(counts), [...leadStatuses]);
      for (const status of leadStatuses) {
        const count = expected[status] ?? 0;
        assert.deepEqual(counts[status], { count, isMore: false }, `${query} ${status}`);
        const list = `/v1/api/leads?status=${status}&${query}`;
        const listed = await call(server, list, { key: itsKey });
        assert.equal(listed.body.data.length, count, `${query} ${status}`);
      }
    }
    for (const query of ['priority=now', 'q=tap', 'status=lost', 'createdSince=today']) {
      assertError(await me.call(`/v1/app/board?${query}`), 400);
    }
  });

  test('a selective filter says that there may be more', async () => {
    const busy = await signInAs(server);
    const lead = { priority: 'urgent' };
    const busyKey = await server.createKey({ brandId: busy.brandId });
    const { id: old } = (await createLead(server, busyKey, lead)).body;
    await changeWorkItem(server, old, { createdAt: 1 });
    const { id } = (await createLead(server, busyKey)).body;
    await copyItem(server, id, filteredMax - 2);
    const urgent = async () => (await countsOf(busy, '?priority=urgent'))['request'];
    // One match among the records within the limit.
    assert.deepEqual(await urgent(), { count: 1, isMore: true });
    await copyItem(server, id, 1);
    assert.deepEqual(await urgent(), { count: 0, isMore: true });
  });
});

/** Inserts that many copies. */
async function copyItem(server: TestServer, id: string, count: number): Promise<void> {
  await server.withDatabase(async (db) => {
    const row = await db.first<Record<string, never>>('select * from work_items where id = ?', id);
    const { seq: _seq, ...columns } = row!;
    const names = Object.keys(columns).join(', ');
    const values = Object.keys(columns).map((name) => (name === 'id' ? newId[db.engine] : name));
    await db.run(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
        insert into work_items (${names}) select ${values.join(', ')} from work_items, numbers
          where id = ?`,
      count,
      id,
    );
  });
}

const newId = { sqlite: 'lower(hex(randomblob(16)))', postgres: 'gen_random_uuid()' };
