// Old deliveries of one brand are deleted in chunks, each found by the key without a sort.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { deleteOldDeliveries } from '#db/webhooks/old-deliveries.ts';
import { insertDelivery } from '#db/webhooks/webhook-deliveries.ts';
import { withEachTables } from '../support/each-database.ts';
import { newEndpoint } from '../support/webhook-tables.ts';

const before = Date.UTC(2026, 10, 1);
const minuteMs = 60 * 1000;

/** Calls `onAll` with each query that returns rows. */
function watched(db: Database, onAll: (text: string, values: unknown[]) => void): Database {
  const all: Database['all'] = (text, ...values) => {
    onAll(text, values);
    return db.all(text, ...values);
  };
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (name === 'all') return all;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

withEachTables('old deliveries', (db) => {
  const add = async (
    { brandId, endpointId }: { brandId: string; endpointId: string },
    eventPosition: number,
    times: { createdAt: number; storedAt: number },
  ) => {
    const id = uuidBoundAt(times.storedAt).slice(0, -12) + String(eventPosition).padStart(12, '0');
    await insertDelivery(db, {
      brandId,
      id,
      endpointId,
      eventPosition,
      eventType: 'lead.created',
      subjectId: id,
      payload: '{}',
      status: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
      createdAt: times.createdAt,
      endedAt: times.createdAt,
    });
    return id;
  };
  const idsOf = async (brandId: string) => {
    const sql = 'select id from webhook_deliveries where brand_id = ? order by id';
    return (await db.all<{ id: string }>(sql, brandId)).map(({ id }) => id);
  };

  test('of one brand, oldest first, also one that was stored later', async () => {
    const [one, other] = [await newEndpoint(db), await newEndpoint(db)];
    const at = (time: number) => ({ createdAt: time, storedAt: time });
    const old: string[] = [];
    for (let n = 0; n < 7; n++) old.push(await add(one, n, at(before - (10 - n) * minuteMs)));
    const slow = { createdAt: before - 1, storedAt: before + minuteMs };
    old.push(await add(one, 8, slow));
    const recent = await add(one, 9, at(before));
    const foreign = await add(other, 1, at(before - minuteMs));

    let left = old;
    const queries: [text: string, values: unknown[]][] = [];
    const seen = watched(db, (text, values) => queries.push([text, values]));
    const { brandId } = one;
    const step = () => deleteOldDeliveries(seen, { brandId, before, most: 3 });
    for (const deleted of [3, 3, 2, 0]) {
      assert.equal(await step(), deleted);
      left = left.slice(deleted);
      assert.deepEqual(await idsOf(brandId), [...left, recent].toSorted());
    }
    assert.deepEqual(await idsOf(other.brandId), [foreign]);

    if (db.engine !== 'sqlite') return;
    const [text, values] = queries[0]!;
    const explained = `explain query plan ${text}`;
    const plan = await db.all<{ detail: string }>(explained, ...(values as string[]));
    const told = plan.map(({ detail }) => detail).join('\n');
    assert.match(told, /^SEARCH webhook_deliveries USING .*\(brand_id=\? AND id<\?\)$/);
  });
});
