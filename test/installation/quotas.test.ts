// What a brand may have stored for it has bounds. On servers of its own, whose bounds are small.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  findRequestLogEdges,
  recordRequests,
  sweepLoggedRequests,
} from '#actions/logged-requests.ts';
import { createBrand } from '#actions/accounts/brands.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import { systemContext } from '#runner/system-context.ts';
import { call } from '../support/call.ts';
import { withEachDatabase, withEachTables } from '../support/each-database.ts';
import { metric } from '../support/metrics.ts';
import type { TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const bytesMax = 1024 * 1024;

withEachDatabase('quotas', (start) => {
  let server: TestServer;
  before(async () => {
    server = await start({ env: { REFUSED_LEADS_MB_MAX: '1', IDEMPOTENCY_MB_MAX: '1' } });
  });
  after(() => server?.stop());

  test('the bodies of refused leads: the oldest go for new ones, and their entries stay', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    const other = await server.createKey();
    const refuse = (as: string, length: number) =>
      call(server, '/v1/api/leads', { key: as, body: { description: 'x'.repeat(length) } });
    const kept = await refuse(other, 100);
    const ids: string[] = [];
    for (let count = 0; count < 8; count++) {
      const { status, headers } = await refuse(key, 200_000);
      assert.equal(status, 400);
      ids.push(headers.get('x-request-id')!);
      // One after the other, as they come in a day: each is written before the next is sent.
      await eventually(async () => (await entry(ids.at(-1)!)).status === 200);
      assert.ok((await bytesOf(brandId)) <= bytesMax + 200_100);
    }
    await eventually(async () => (await bytesOf(brandId)) <= bytesMax);
    assert.ok((await bytesOf(brandId)) >= bytesMax / 2);
    assert.equal((await entry(ids.at(-1)!)).body.hasBody, true);
    const oldest = await entry(ids[0]!);
    assert.equal(oldest.body.hasBody, false);
    assert.equal(oldest.body.message.length, 3);
    const dropped = () => metric(server, 'vakwerk_quota_dropped_total{kind="refused_leads"}');
    await eventually(async () => (await dropped()) === (await countWithout(brandId)));
    const used = await metric(server, 'vakwerk_quota_used_ratio{kind="refused_leads"}');
    assert.ok(used > 0.5 && used <= 1, String(used));
    // That of another brand is not touched.
    const ofOther = await call(server, `/v1/api/requests/${kept.headers.get('x-request-id')}`, {
      key: other,
    });
    assert.equal(ofOther.body.hasBody, true);

    function entry(id: string) {
      return call(server, `/v1/api/requests/${id}`, { key });
    }
  });

  test('the answers to calls with an Idempotency-Key: beyond the bound only keys are kept', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    const lead = (title: string) => ({
      customerName: 'Jan Jansen',
      title,
      description: 'x'.repeat(9_000),
      notes: 'y'.repeat(9_000),
    });
    const send = (path: string, body: object, idempotencyKey: string) =>
      call(server, path, { key, body, headers: { 'idempotency-key': idempotencyKey } });
    const batch = (name: string) => ({ leads: Array.from({ length: 20 }, () => lead(name)) });
    // Once it is measured, which is beside the answers, no more are kept.
    let sent = 0;
    let last = await send('/v1/api/leads/batch', batch('first'), 'b0');
    await eventually(async () => {
      last = await send('/v1/api/leads/batch', batch('more'), `b${++sent}`);
      return (await metric(server, leftOut)) > 0;
    });
    const bytes = await answerBytesOf(brandId);
    assert.ok(bytes > bytesMax / 2 && bytes < bytesMax * 2, String(bytes));

    const one = await send('/v1/api/leads', lead('one'), 'one');
    assert.equal(one.status, 201);
    assert.equal(await answerBytesOf(brandId), bytes);
    const again = await send('/v1/api/leads', lead('one'), 'one');
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.body, one.body);
    const other = await send('/v1/api/leads', lead('other'), 'one');
    assert.equal(other.status, 422);
    const batchAgain = await send('/v1/api/leads/batch', batch('more'), `b${sent}`);
    assert.equal(batchAgain.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(batchAgain.body, last.body);
  });

  const leftOut = 'vakwerk_quota_dropped_total{kind="answers"}';

  async function answerBytesOf(brandId: string): Promise<number> {
    const row = await server.withDatabase((db) =>
      db.first<{ bytes: number }>(
        `select coalesce(sum(octet_length(response_body)), 0) as bytes from idempotency_keys
          where brand_id = ?`,
        brandId,
      ),
    );
    return Number(row!.bytes);
  }

  async function bytesOf(brandId: string): Promise<number> {
    const row = await server.withDatabase((db) =>
      db.first<{ bytes: number }>(
        'select coalesce(sum(octet_length(body)), 0) as bytes from logged_requests where brand_id = ?',
        brandId,
      ),
    );
    return Number(row!.bytes);
  }

  async function countWithout(brandId: string): Promise<number> {
    const row = await server.withDatabase((db) =>
      db.first<{ count: number }>(
        `select count(*) as count from logged_requests
          where brand_id = ? and status = 400 and body is null`,
        brandId,
      ),
    );
    return Number(row!.count);
  }
});

withEachTables('quotas', (db) => {
  test('the request log: the oldest go when there are too many', async () => {
    const context = systemContext();
    const idAt = (time: number) => uuidBoundAt(time);
    const now = context.now();
    const brand = () => createBrand(db, { name: 'b', country: 'NL' }, context);
    const [full, small] = [await brand(), await brand()];
    const write = (brandId: string, count: number) =>
      recordRequests(
        db,
        Array.from({ length: count }, (_, index) => [
          brandId,
          idAt(now - 1_000 + index),
          full.id,
          null,
          'GET',
          '/x',
          null,
          200,
          1,
          null,
          null,
        ]),
      );
    await write(full.id, 25);
    await write(small.id, 10);
    let swept: Awaited<ReturnType<typeof sweepLoggedRequests>> = { afterBrandId: null, dropped: 0 };
    let dropped = 0;
    do {
      const { afterBrandId } = swept;
      const edges = await findRequestLogEdges(db, { afterBrandId, requestsMax: 10 });
      swept = await sweepLoggedRequests(db, { afterBrandId, edges }, context);
      dropped += swept.dropped;
    } while (swept.afterBrandId !== null);
    assert.equal(dropped, 15);
    for (const { id } of [full, small]) {
      const rows = await db.all<{ id: string }>(
        'select id from logged_requests where brand_id = ? order by id',
        id,
      );
      const first = id === full.id ? 15 : 0;
      assert.deepEqual(
        rows.map((row) => row.id),
        Array.from({ length: 10 }, (_, index) => idAt(now - 1_000 + first + index)),
      );
    }
  });
});
