// Storage quotas of a brand. Own servers: small quotas.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  findRequestLogEdges,
  recordRequests,
  sweepLoggedRequests,
} from '#actions/logged-requests.ts';
import {
  type AssetCount,
  beginAsset,
  markAssetsForDeletion,
  correctTotals,
  purgeAssets,
  abandonAsset,
  measureAssets,
} from '#actions/photos/assets.ts';
import { createBrand } from '#actions/accounts/brands.ts';
import { findTotal, giveBackAssetRoom, takeAssetRoom } from '#db/photos/asset-totals.ts';
import { markAssetStored } from '#db/photos/assets.ts';
import type { Database } from '#db/database.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import { systemContext } from '#runner/system-context.ts';
import { call } from '../support/call.ts';
import { withEachDatabase, withEachTables } from '../support/each-database.ts';
import { metric } from '../support/metrics.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import type { TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const bytesMax = 1024 * 1024;

withEachDatabase('quotas', (start) => {
  let server: TestServer;
  let host: PictureHost;
  before(async () => {
    host = await startPictureHost();
    const small = { REFUSED_LEADS_MB_MAX: '1', IDEMPOTENCY_MB_MAX: '1', PHOTOS_MB_MAX: '1' };
    server = await start({
      env: {
        ...small,
        PHOTO_TRUSTED_NETWORKS: '127.0.0.0/8',
        PHOTO_PORTS: String(host.port),
        PHOTO_WAIT_MS: '30000',
        NODE_EXTRA_CA_CERTS: host.caFile,
      },
    });
  });
  after(async () => {
    await server?.stop();
    await host?.close();
  });

  test('photos: a lead is created without those beyond the quota, with the reason', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    const create = (email: string, numbers: number[]) =>
      call(server, '/v1/api/leads', {
        key,
        body: {
          customerName: 'Jan Jansen',
          title: 'Lekkage',
          email,
          photoUrls: numbers.map((number) => host.url(`/photo.jpg?n=${number}`)),
        },
      });
    const first = await create('first@example.com', [1]);
    const before = (await photoBytesOf(brandId)).total;
    assert.ok(before > 500, String(before));
    // Room for two more.
    await server.withDatabase((db) => {
      const bytes = bytesMax - Math.floor(before * 3.5);
      return beginAsset(db, { ...assetOf(brandId, bytes), bytesMax: null }, systemContext());
    });
    const full = await create('full@example.com', [2, 3, 4, 5, 6]);
    assert.equal(full.status, 201);
    const errors = full.body.photos.map(({ error }: { error: string | null }) => error);
    const none = 'storage_failed';
    assert.deepEqual(errors.toSorted(), [null, null, none, none, none].toSorted());
    const { total, counted } = await photoBytesOf(brandId);
    assert.ok(total <= bytesMax && total > bytesMax - before, String(total));
    assert.equal(total, counted);
    assert.equal(await metric(server, 'vakwerk_quota_dropped_total{kind="photos"}'), 3);
    const history = await call(server, `/v1/api/work-items/${full.body.id}/history`, { key });
    const reasons = history.body.data
      .filter(({ type }: { type: string }) => type === 'photo.failed')
      .map(({ reason }: { reason: string }) => reason);
    assert.equal(reasons.length, 3);
    for (const reason of reasons) assert.match(reason, /1 MB.*PHOTOS_MB_MAX/);
    // A picture that the brand already has takes no room.
    const again = await create('again@example.com', [1]);
    assert.equal(again.body.photos[0].assetId, first.body.photos[0].assetId);

    const erased = `/v1/api/customers/${full.body.customerId}?erase=true`;
    const { status } = await call(server, erased, { key, method: 'DELETE' });
    assert.ok([202, 204].includes(status));
    await eventually(async () => (await photoBytesOf(brandId)).total < total - before);
    const last = await create('last@example.com', [2]);
    assert.equal(last.body.photos[0].status, 'stored');
    await eventually(async () => (await usedOf('photos')) > 0.9);
    assert.ok((await usedOf('photos')) <= 1);
  });

  const usedOf = (kind: string) => metric(server, `vakwerk_quota_used_ratio{kind="${kind}"}`);

  test('the request log has a ratio, measured by the sweep at the start', async () => {
    assert.ok((await usedOf('requests')) >= 0);
  });

  async function photoBytesOf(brandId: string): Promise<{ total: number; counted: number }> {
    const row = await server.withDatabase((db) =>
      db.first<{ total: number; counted: number }>(
        `select bytes as total, cast((select sum(size_bytes + thumbnail_bytes) from assets
          where brand_id = asset_totals.brand_id) as bigint) as counted
          from asset_totals where brand_id = ?`,
        brandId,
      ),
    );
    return row!;
  }

  test('bodies of refused leads: the oldest are dropped, and their entries stay', async () => {
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
      // One after the other, as they arrive over a day: each is stored before the next is sent.
      await eventually(async () => (await entry(ids.at(-1)!)).status === 200);
      await eventually(async () => (await bytesOf(brandId)) <= bytesMax);
    }
    assert.ok((await bytesOf(brandId)) >= bytesMax / 2);
    assert.equal((await entry(ids.at(-1)!)).body.hasBody, true);
    const oldest = await entry(ids[0]!);
    assert.equal(oldest.body.hasBody, false);
    assert.equal(oldest.body.message.length, 3);
    const dropped = () => metric(server, 'vakwerk_quota_dropped_total{kind="refused_leads"}');
    await eventually(async () => (await dropped()) === (await countWithout(brandId)));
    const used = await metric(server, 'vakwerk_quota_used_ratio{kind="refused_leads"}');
    assert.ok(used > 0.5 && used <= 1, String(used));
    // Another brand's entry is untouched.
    const ofOther = await call(server, `/v1/api/requests/${kept.headers.get('x-request-id')}`, {
      key: other,
    });
    assert.equal(ofOther.body.hasBody, true);

    function entry(id: string) {
      return call(server, `/v1/api/requests/${id}`, { key });
    }
  });

  test('responses under an Idempotency-Key: beyond the quota only keys are stored', async () => {
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
    // Usage is measured asynchronously; after that no more are stored.
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
        'select coalesce(sum(octet_length(lead)), 0) as bytes from intakes where brand_id = ?',
        brandId,
      ),
    );
    return Number(row!.bytes);
  }

  async function countWithout(brandId: string): Promise<number> {
    const row = await server.withDatabase((db) =>
      db.first<{ count: number }>(
        `select count(*) as count from logged_requests
          where brand_id = ? and status = 400 and id not in (select id from intakes)`,
        brandId,
      ),
    );
    return Number(row!.count);
  }
});

function assetOf(brandId: string, sizeBytes: number) {
  const contentHash = randomBytes(32).toString('hex');
  const picture = { contentType: 'image/jpeg', width: 1, height: 1, thumbnailBytes: 0 };
  return { brandId, contentHash, sizeBytes, ...picture };
}

withEachTables('quotas', (db) => {
  test('concurrent photos stay within the quota, and free their room', async () => {
    const context = systemContext();
    const { id: brandId } = await createBrand(db, { name: 'b', country: 'NL' }, context);
    const begin = (bytesMax: number | null) =>
      beginAsset(db, { ...assetOf(brandId, 100), bytesMax }, context);
    const many = (bytesMax: number) =>
      Promise.all(Array.from({ length: 20 }, () => begin(bytesMax)));
    const begun = (await many(1_050)).filter((id) => id !== null);
    assert.equal(begun.length, 10);
    const keys = begun.slice(0, 4).map((id) => ({ brandId, id }));
    await purgeAssets(db, await markAssetsForDeletion(db, keys, context));
    // An asset that is already gone frees no room again.
    await purgeAssets(db, keys);
    assert.equal((await many(1_050)).filter((id) => id !== null).length, 4);
    assert.equal(await begin(1_050), null);
    // An abandoned asset frees its room once, and a stored one keeps it.
    const given = { brandId, id: begun[4]! };
    for (let n = 0; n < 2; n++) await abandonAsset(db, given, context);
    await markAssetStored(db, { brandId, id: begun[5]! }, context.now());
    await abandonAsset(db, { brandId, id: begun[5]! }, context);
    assert.equal((await many(1_050)).filter((id) => id !== null).length, 1);
    await purgeAssets(db, [given]);
    assert.ok(await begin(null));

    // A server of an older version has stored an asset.
    await db.run('update asset_totals set bytes = bytes - 100 where brand_id = ?', brandId);
    const { wrong } = await measureAssets(db, null);
    assert.deepEqual(
      wrong.map((one) => [one.brandId, one.bytes, one.counted]),
      [[brandId, 1_000, 1_100]],
    );
    // A total that has changed since is left alone.
    await correctTotals(db, [{ ...wrong[0]!, bytes: 900, counted: 5 }]);
    await correctTotals(db, wrong);
    const measured = await measureAssets(db, null);
    assert.deepEqual(measured, { bytesOfLargest: 1_100, wrong: [], next: null });
  });

  test('the first pictures of a brand find room when they begin together', async () => {
    const { id: brandId } = await createBrand(db, { name: 'b', country: 'NL' }, systemContext());
    const wanted = { brandId, bytes: 1, bytesMax: 10 };
    // Another server commits between our first statement and the next.
    let isInterrupted = false;
    const interrupted = new Proxy({} as Database, {
      get(_, member) {
        const own = Reflect.get(db, member);
        if (member !== 'run') return own;
        return async (...asked: [string]) => {
          const changed = await db.run(...asked);
          if (!isInterrupted) {
            isInterrupted = true;
            assert.equal(await takeAssetRoom(db, wanted), true);
          }
          return changed;
        };
      },
    });
    assert.equal(await takeAssetRoom(interrupted, wanted), true);
    assert.equal((await findTotal(db, brandId))?.bytes, 2);
    // The room of no asset is a wrong total to the tests below.
    await giveBackAssetRoom(db, { brandId, bytes: 2 });
  });

  test('a brand’s pictures are counted a thousand at a time, without blocking', async () => {
    const context = systemContext();
    const { id: brandId } = await createBrand(db, { name: 'b', country: 'NL' }, context);
    await beginAsset(db, { ...assetOf(brandId, 1), bytesMax: null }, context);
    const stored = { createdAt: context.now(), storedAt: null, condemnedAt: null };
    const assets = Array.from({ length: 2_100 }, () => ({
      ...assetOf(brandId, 1),
      ...stored,
      id: context.newId(),
    }));
    for (let at = 0; at < assets.length; at += 700) {
      await db.insertRows('assets', assets.slice(at, at + 700));
    }
    const read: number[] = [];
    const observed = new Proxy({} as Database, {
      get(_, member) {
        const own = Reflect.get(db, member);
        if (member !== 'all') return own;
        return async (...asked: [string]) => {
          const rows = await db.all(...asked);
          read.push(rows.length);
          return rows;
        };
      },
    });
    const found: AssetCount[] = [];
    let next: AssetCount | null = null;
    let turns = 0;
    do {
      read.length = 0;
      const measured = await measureAssets(observed, next);
      assert.ok(read.reduce((sum, rows) => sum + rows, 0) <= 1_000, `${read}`);
      found.push(...measured.wrong);
      next = measured.next;
      turns++;
    } while (next);
    assert.equal(turns, 3);
    assert.deepEqual(
      found.map((one) => [one.brandId, one.bytes, one.counted]),
      [[brandId, 1, 2_101]],
    );
  });

  test('the request log: the oldest entries are deleted beyond the limit', async () => {
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
        context,
      );
    await write(full.id, 25);
    await write(small.id, 10);
    let swept: Awaited<ReturnType<typeof sweepLoggedRequests>> = { afterBrandId: null, dropped: 0 };
    let dropped = 0;
    do {
      const { afterBrandId } = swept;
      const { edges, largest } = await findRequestLogEdges(db, { afterBrandId, requestsMax: 10 });
      assert.equal(largest, 10);
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
