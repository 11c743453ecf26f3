// Photo URLs of a lead, from pending to stored or failed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { outcomesOf, wordsFor } from '../support/photo-server.ts';
import { assertShape, photoShape } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

await withEachServer('photos', (server) => {
  let host: PictureHost;
  before(async () => {
    host = await startPictureHost({ isShared: true });
  });
  after(() => host?.close());

  const send = async (key: string, paths: string[], headers: Record<string, string> = {}) => {
    const photoUrls = paths.map((path) =>
      path.startsWith('/') ? host.url(path) : path.replace('PORT', String(host.port)),
    );
    const answer = await createLead(server, key, { photoUrls }, headers);
    assert.equal(answer.status, 201);
    assert.deepEqual(
      answer.body.photos.map(({ url }: { url: string }) => url),
      photoUrls,
    );
    for (const photo of answer.body.photos) assertShape(photo, photoShape);
    return answer;
  };

  test('pictures of every format are stored before the response, in order', async () => {
    const key = await server.createKey();
    const kinds = ['jpg', 'png', 'webp', 'gif', 'avif'];
    const { body } = await send(
      key,
      kinds.map((kind) => `/photo.${kind}?n=1`),
    );
    for (const [index, kind] of kinds.entries()) {
      const { url, assetId, sizeBytes, ...photo } = body.photos[index];
      assert.deepEqual(photo, {
        status: 'stored',
        contentType: kind === 'jpg' ? 'image/jpeg' : `image/${kind}`,
        width: 64,
        height: 48,
        error: null,
      });
      assert.match(assetId, /^[0-9a-f-]{36}$/);
      const picture = await fetch(`${server.url}/v1/api/assets/${assetId}`, {
        headers: { 'x-api-key': key },
      });
      assert.equal(picture.status, 200, url);
      assert.equal((await picture.bytes()).length, sizeBytes);
    }
  });

  test('lists and the work item show the same, with a new version', async () => {
    const key = await server.createKey();
    const { body } = await send(key, ['/photo.jpg?n=2', '/missing']);
    assert.ok(body.updatedAt > body.createdAt);
    const [listed] = (await call(server, '/v1/api/leads', { key })).body.data;
    const { customer: _customer, address: _address, ...item } = listed;
    assert.deepEqual(item, body);
    assert.deepEqual((await call(server, `/v1/api/work-items/${body.id}`, { key })).body, body);
    const photos = await call(server, `/v1/api/work-items/${body.id}/photos`, { key });
    assert.deepEqual(photos.body, { data: body.photos, limit: 100 });
  });

  test('a list cached while a photo was pending is invalidated', async () => {
    const key = await server.createKey();
    const creating = send(key, ['/held?n=3']);
    const list = async () => (await call(server, '/v1/api/leads', { key })).body.data[0];
    await eventually(async () => host.hits('/held?n=3') === 1);
    assert.deepEqual(wordsFor((await list()).photos), ['pending']);
    host.release();
    const { body } = await creating;
    assert.deepEqual(wordsFor((await list()).photos), ['stored']);
    assert.equal((await list()).updatedAt, body.updatedAt);
  });

  // Permanent failures are reported immediately.
  const failures: [path: string, error: string][] = [
    ['/missing', 'http_status'],
    ['/html.jpg', 'not_an_image'],
    ['/svg', 'not_an_image'],
    ['/empty.jpg', 'not_an_image'],
    ['/bomb.png', 'image_too_big'],
    ['/big?bytes=16000000', 'too_large'],
    ['/circle', 'too_many_redirects'],
    ['/redirect?to=https://10.0.0.1/', 'blocked_address'],
    ['/redirect?to=http://127.0.0.1/', 'not_https'],
    ['https://127.0.0.2/a.jpg', 'blocked_address'],
    ['https://[::ffff:10.0.0.1]/a.jpg', 'blocked_address'],
    ['https://2130706434/a.jpg', 'blocked_address'],
    ['https://127.0.0.1/a.jpg', 'blocked_address'],
    ['http://127.0.0.1/a.jpg', 'not_https'],
    ['ftp://127.0.0.1/a.jpg', 'not_https'],
    ['https://me:secret@127.0.0.1/a.jpg', 'invalid_url'],
    ['tap.jpg', 'invalid_url'],
  ];
  for (const [path, error] of failures) {
    test(`${path}: ${error}`, async () => {
      const key = await server.createKey();
      const { body } = await send(key, [path, '/photo.jpg']);
      assert.deepEqual(wordsFor(body.photos), [error, 'stored']);
      assert.deepEqual(
        { ...body.photos[0], url: null },
        {
          url: null,
          status: 'failed',
          assetId: null,
          contentType: null,
          sizeBytes: null,
          width: null,
          height: null,
          error,
        },
      );
    });
  }

  const passing: [path: string, error: string][] = [
    ['/broken?a', 'http_status'],
    ['/reset?a', 'connect_failed'],
    ['/short?n=4', 'connect_failed'],
    ['https://no-such-host.test:PORT/a.jpg', 'dns_failed'],
  ];
  for (const [path, error] of passing) {
    test(`${path} is retried three times, then ${error}`, async () => {
      const key = await server.createKey();
      const { body } = await send(key, [path]);
      assert.deepEqual(wordsFor(body.photos), ['pending']);
      assert.deepEqual(wordsFor(await outcomesOf(server, key, body.id)), [error]);
      if (path.startsWith('/')) assert.equal(host.hits(path), 4);
    });
  }

  test('a host that recovers delivers its picture', async () => {
    const key = await server.createKey();
    const { body } = await send(key, ['/flaky?fail=3&n=5']);
    assert.deepEqual(wordsFor(await outcomesOf(server, key, body.id)), ['stored']);
    assert.equal(host.hits('/flaky?fail=3&n=5'), 4);
  });

  test('the same picture is stored once per brand', async () => {
    const brand = await server.createBrand();
    const key = await server.createKey({ brandId: brand.id });
    const same = Array.from({ length: 10 }, (_, index) => `/photo.jpg?n=6&copy=${index}`);
    const { body } = await send(key, same);
    assert.deepEqual(
      wordsFor(body.photos),
      same.map(() => 'stored'),
    );
    const again = await send(key, ['/photo.jpg?n=6']);
    const ids = [...body.photos, ...again.body.photos].map((photo) => photo.assetId);
    assert.equal(new Set(ids).size, 1);
    const other = await send(await server.createKey(), ['/photo.jpg?n=6']);
    assert.notEqual(other.body.photos[0].assetId, ids[0]);
    assert.notEqual((await send(key, ['/photo.jpg?n=7'])).body.photos[0].assetId, ids[0]);
  });

  test('a replayed call gets the same outcomes, and fetches nothing', async () => {
    const key = await server.createKey();
    const path = '/photo.jpg?n=8';
    const first = await send(key, [path, '/missing'], { 'idempotency-key': 'photos' });
    assert.deepEqual(wordsFor(first.body.photos), ['stored', 'http_status']);
    const second = await send(key, [path, '/missing'], { 'idempotency-key': 'photos' });
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.text, first.text);
    assert.equal(host.hits(path), 1);
  });

  test('while the first call waits for its photos, a retry gets 409', async () => {
    const key = await server.createKey();
    const path = '/held?n=9';
    const headers = { 'idempotency-key': 'slow' };
    const first = send(key, [path], headers);
    await eventually(async () => host.hits(path) === 1);
    const { status } = await createLead(server, key, { photoUrls: [host.url(path)] }, headers);
    assert.equal(status, 409);
    host.release();
    assert.deepEqual(wordsFor((await first).body.photos), ['stored']);
  });

  test('photos require the scope of the item’s phase', async () => {
    const brand = await server.createBrand();
    const writer = await server.createKey({ brandId: brand.id, scopes: ['leads:write'] });
    const { body } = await createLead(server, writer, {});
    const path = `/v1/api/work-items/${body.id}/photos`;
    const statusFor = async (scopes: Parameters<typeof server.createKey>[0]) =>
      (await call(server, path, { key: await server.createKey(scopes) })).status;
    assert.equal(await statusFor({ brandId: brand.id, scopes: ['leads:read'] }), 200);
    assert.equal(await statusFor({ brandId: brand.id, scopes: ['work-items:read'] }), 403);
    assert.equal(await statusFor({ brandId: brand.id, scopes: ['leads:write'] }), 403);
    assert.equal(await statusFor({}), 404);
    const key = await server.createKey({ brandId: brand.id });
    assert.deepEqual((await call(server, path, { key })).body, { data: [], limit: 100 });
    assert.equal((await call(server, `${path}?limit=1`, { key })).status, 400);
  });
});
