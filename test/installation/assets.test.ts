// Pictures over HTTP, from both stores: access, headers, ranges, and a failing store. Pictures are
// stored by hand, so that every byte is known. Own servers: with a bucket, or a folder that is
// damaged.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';
import { insertAsset } from '#db/photos/assets.ts';
import type { AssetRow } from '#db/tables.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import { openAssetStore } from '#outbound/open-asset-store.ts';
import { type Answer, call } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { assertDescribed, type Document } from '../support/open-api.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import type { TestServer } from '../support/server.ts';
import { assertError, assertUnavailable } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const pictureBytes = 300_000;
const thumbnailBytes = 9_000;
// More than the buffers between the store and a client that does not read.
const largeBytes = 40 * 1024 * 1024;
const clients = 5;
const ofTheConnection = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

interface Kept {
  id: string;
  picture: Buffer;
  thumbnail: Buffer;
  etag: string;
}

const kinds: ('files' | 's3')[] = ['files', 's3'];

for (const kind of kinds) {
  withEachDatabase(`pictures from ${kind}`, (start) => {
    let s3: S3Server | undefined;
    let server: TestServer;
    let store: AssetStore;
    let document: Document;
    let brandId: string;
    let key: string;
    let kept: Kept;
    before(async () => {
      s3 = kind === 's3' ? await startS3Server() : undefined;
      server = await start({ env: s3?.env ?? {} });
      store = await openAssetStore(s3?.settings ?? { kind: 'files' }, server.dataDir);
      document = (await call(server, '/openapi.json')).body;
      brandId = (await server.createBrand()).id;
      key = await server.createKey({ brandId, scopes: ['leads:read'] });
      kept = await keep();
    });
    after(async () => {
      await server?.stop();
      await s3?.stop();
    });

    const keep = async (changes: Partial<AssetRow> = {}): Promise<Kept> => {
      const picture = randomBytes(changes.sizeBytes ?? pictureBytes);
      const thumbnail = randomBytes(thumbnailBytes);
      const contentHash = createHash('sha256').update(picture).digest('hex');
      const row: AssetRow = {
        brandId,
        id: randomUUID(),
        contentHash,
        contentType: 'image/jpeg',
        sizeBytes: picture.length,
        width: 1_000,
        height: 800,
        thumbnailBytes,
        createdAt: Date.now(),
        storedAt: Date.now(),
        condemnedAt: null,
        ...changes,
      };
      await server.withDatabase((db) => insertAsset(db, row));
      await put(pictureKey(row.brandId, row.id), picture);
      await put(thumbnailKey(row.brandId, row.id), thumbnail);
      return { id: row.id, picture, thumbnail, etag: `"${contentHash}"` };
    };
    const put = async (name: string, bytes: Buffer) => {
      const file = join(store.incoming, randomUUID());
      writeFileSync(file, bytes);
      await store.put(name, file);
    };
    const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetchBytes(`${server.url}/v1/api/assets/${path}`, key, headers, method);
    const refused = (path: string, as = key) => call(server, `/v1/api/assets/${path}`, { key: as });

    test('the whole picture, with all its headers', async () => {
      const { answer, bytes } = await ask(kept.id);
      assert.equal(answer.status, 200);
      assert.ok(bytes.equals(kept.picture));
      assertHeaders(answer, {
        'content-type': 'image/jpeg',
        'content-length': String(pictureBytes),
        'content-disposition': `inline; filename="photo-${kept.id.slice(0, 8)}.jpg"`,
        etag: kept.etag,
      });
      assertDescribed(document, 'getAsset', 200, answer);
    });

    test('the thumbnail', async () => {
      const { answer, bytes } = await ask(`${kept.id}?size=thumbnail`);
      assert.equal(answer.status, 200);
      assert.ok(bytes.equals(kept.thumbnail));
      assertHeaders(answer, {
        'content-type': 'image/webp',
        'content-length': String(thumbnailBytes),
        'content-disposition': `inline; filename="photo-${kept.id.slice(0, 8)}.webp"`,
      });
      assert.notEqual(answer.headers.get('etag'), kept.etag);
    });

    test('the file name ends as its type does', async () => {
      const endings = { png: 'png', webp: 'webp', gif: 'gif', avif: 'avif', jpeg: 'jpg' };
      for (const [type, ending] of Object.entries(endings)) {
        const { id } = await keep({ contentType: `image/${type}`, sizeBytes: 100 });
        const { answer } = await ask(id);
        assert.equal(answer.headers.get('content-type'), `image/${type}`);
        assert.match(answer.headers.get('content-disposition')!, new RegExp(`\\.${ending}"$`));
      }
    });

    test('HEAD has the same headers without the bytes', async () => {
      for (const path of [kept.id, `${kept.id}?size=thumbnail`]) {
        const whole = await ask(path);
        const { answer, bytes } = await ask(path, { range: 'bytes=0-9' }, 'HEAD');
        assert.equal(answer.status, 200);
        assert.equal(bytes.length, 0);
        for (const [name, value] of whole.answer.headers) {
          if (ofTheConnection.has(name)) continue;
          assert.equal(answer.headers.get(name), value, name);
        }
      }
      const { answer } = await ask(kept.id, { 'if-none-match': kept.etag }, 'HEAD');
      assert.equal(answer.status, 304);
      // HEAD ignores a Range, even an unsatisfiable one.
      const beyond = await ask(kept.id, { range: `bytes=${pictureBytes}-` }, 'HEAD');
      assert.equal(beyond.answer.status, 200);
    });

    const parts: [range: string, first: number, last: number][] = [
      ['bytes=0-99', 0, 99],
      ['bytes=1000-', 1_000, pictureBytes - 1],
      ['bytes=-100', pictureBytes - 100, pictureBytes - 1],
      ['bytes=100000-999999999', 100_000, pictureBytes - 1],
    ];
    for (const [range, first, last] of parts) {
      test(`a range: ${range}`, async () => {
        const { answer, bytes } = await ask(kept.id, { range });
        assert.equal(answer.status, 206);
        assert.ok(bytes.equals(kept.picture.subarray(first, last + 1)));
        assertHeaders(answer, {
          'content-range': `bytes ${first}-${last}/${pictureBytes}`,
          'content-length': String(last - first + 1),
          'content-type': 'image/jpeg',
          etag: kept.etag,
        });
        assertDescribed(document, 'getAsset', 206, answer);
      });
    }

    test('a range of the thumbnail', async () => {
      const { answer, bytes } = await ask(`${kept.id}?size=thumbnail`, { range: 'bytes=-10' });
      assert.equal(answer.status, 206);
      assert.ok(bytes.equals(kept.thumbnail.subarray(-10)));
    });

    test('an ignored Range gets the whole picture', async () => {
      const passedOver: Record<string, string>[] = [
        { range: 'bytes=0-9,20-29' },
        { range: 'pixels=0-9' },
        { range: 'bytes=9-0' },
        { range: 'bytes=0-9', 'if-range': '"another"' },
        { range: 'bytes=0-9', 'if-range': `W/${kept.etag}` },
        { range: 'bytes=0-9', 'if-range': 'Sun, 15 Nov 2026 09:30:00 GMT' },
      ];
      for (const headers of passedOver) {
        const { answer, bytes } = await ask(kept.id, headers);
        assert.equal(answer.status, 200, JSON.stringify(headers));
        assert.equal(bytes.length, pictureBytes);
        assert.equal(answer.headers.get('content-range'), null);
      }
      const { answer } = await ask(kept.id, { range: 'bytes=0-9', 'if-range': kept.etag });
      assert.equal(answer.status, 206);
    });

    test('a Range beyond the end is 416', async () => {
      for (const range of [`bytes=${pictureBytes}-`, 'bytes=-0']) {
        const { answer } = await ask(kept.id, { range });
        assertError(answer, 416, 'range_not_satisfiable');
        assert.equal(answer.headers.get('content-range'), `bytes */${pictureBytes}`);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        assert.equal(answer.headers.get('etag'), null);
        assertDescribed(document, 'getAsset', 416, answer);
      }
    });

    test('If-None-Match gets 304', async () => {
      const tags = [kept.etag, `W/${kept.etag}`, `"x", ${kept.etag}`, '*'];
      for (const tag of tags) {
        const headers = { 'if-none-match': tag, range: 'bytes=0-9' };
        const { answer, bytes } = await ask(kept.id, headers);
        assert.equal(answer.status, 304, tag);
        assert.equal(bytes.length, 0);
        assert.equal(answer.headers.get('etag'), kept.etag);
        assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
        assertDescribed(document, 'getAsset', 304, answer);
      }
      const { answer } = await ask(kept.id, { 'if-none-match': '"another"' });
      assert.equal(answer.status, 200);
    });

    test('leads:read and work-items:read both grant access, others do not', async () => {
      for (const scope of ['leads:read', 'work-items:read', 'full'] as const) {
        const other = await server.createKey({ brandId, scopes: [scope] });
        assert.equal((await refused(kept.id, other)).status, 200, scope);
      }
      const writer = await server.createKey({ brandId, scopes: ['leads:write', 'addresses:read'] });
      assertDescribed(document, 'getAsset', 403, await refused(kept.id, writer));
      assertError(await call(server, `/v1/api/assets/${kept.id}`), 401);
    });

    test('404 for another brand’s, an unknown, a pending or a deleted picture', async () => {
      const { id: otherBrand } = await server.createBrand();
      const ids = {
        foreign: (await keep({ brandId: otherBrand, sizeBytes: 10 })).id,
        unfinished: (await keep({ storedAt: null, sizeBytes: 10 })).id,
        condemned: (await keep({ condemnedAt: Date.now(), sizeBytes: 10 })).id,
        unknown: randomUUID(),
        'no id': 'x',
        'a path': '..%2f..%2fserver.lock',
        'another case': kept.id.toUpperCase().replace(/^\d+$/, 'A'),
      };
      for (const [name, id] of Object.entries(ids)) {
        for (const path of [id, `${id}?size=thumbnail`]) {
          const answer = await refused(path);
          assert.equal(answer.status, 404, name);
          assertDescribed(document, 'getAsset', 404, answer);
        }
      }
    });

    test('400 names the parameter', async () => {
      const wrong = {
        'size=large': 'size must be one of thumbnail',
        'size=': 'size must not be empty',
        'size=thumbnail&size=thumbnail': 'size must be given once',
        'width=100': 'width is not a known parameter: use size',
      };
      for (const [query, message] of Object.entries(wrong)) {
        const answer = await refused(`${kept.id}?${query}`);
        assertDescribed(document, 'getAsset', 400, answer);
        assert.deepEqual(answer.body.message, [message]);
      }
    });

    test('405 for other methods', async () => {
      const answer = await call(server, `/v1/api/assets/${kept.id}`, { key, method: 'DELETE' });
      assertError(answer, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    });

    test('a lost or truncated picture is 404 and logged', async () => {
      const [lost, damaged] = [await keep(), await keep()];
      await store.remove(pictureKey(brandId, lost.id));
      await put(pictureKey(brandId, damaged.id), damaged.picture.subarray(1));
      for (const { id } of [lost, damaged]) {
        const answer = await refused(id);
        assertError(answer, 404);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        const line = new RegExp(`"assetId":"${id}".*missing from the store or damaged`);
        await eventually(async () => line.test(server.output()));
      }
    });

    test('a client that disconnects leaves no handle open', async () => {
      const { id } = await keep({ sizeBytes: largeBytes });
      const brokenOffBefore = s3?.answers.brokenOff ?? 0;
      const linesBefore = linesInLog();
      const requests = await Promise.all(
        Array.from({ length: clients }, async () => {
          const request = get(`${server.url}/v1/api/assets/${id}`, {
            headers: { 'x-api-key': key },
            agent: false,
          });
          const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
          await once(response, 'readable');
          return request;
        }),
      );
      assert.equal(beingRead(), clients);
      for (const request of requests) request.destroy();
      await eventually(async () => beingRead() === 0);
      if (s3) assert.equal(s3.answers.brokenOff - brokenOffBefore, clients, 'sent to the end');
      // Each partial response is logged like any other request.
      await eventually(async () => linesInLog() - linesBefore === clients);
    });

    const linesInLog = () => server.output().split('"route":"/v1/api/assets/:id"').length - 1;

    const beingRead = () =>
      s3?.answers.underWay ??
      openFilesOf(server.pid).filter((file) => file.includes(brandId)).length;

    test('an error midway ends the connection', async () => {
      const { id } = await keep({ sizeBytes: largeBytes });
      const request = get(`${server.url}/v1/api/assets/${id}`, { headers: { 'x-api-key': key } });
      const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
      await once(response, 'readable');
      if (s3) s3.cutConnections();
      else truncateSync(join(server.dataDir, 'assets', brandId, id.slice(-2), id), 100);
      const failed = once(response, 'error').then(() => 'never');
      response.resume();
      await assert.rejects(Promise.race([failed, once(response, 'end')]), { code: 'ECONNRESET' });
    });

    // Last: there is no store after it.
    test('a failing store is 503, and leads go on', async () => {
      const place = join(server.dataDir, 'assets', brandId);
      if (s3) await s3.stop();
      else {
        rmSync(place, { recursive: true });
        writeFileSync(place, 'a file where a folder belongs');
      }
      s3 = undefined;
      const answer = await refused(kept.id);
      assertUnavailable(answer);
      assertDescribed(document, 'getAsset', 503, answer);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal((await call(server, '/v1/api/leads', { key })).status, 200);
    });
  });
}

async function fetchBytes(
  url: string,
  key: string,
  headers: Record<string, string>,
  method: string,
): Promise<{ answer: Answer; bytes: Buffer }> {
  const response = await fetch(url, { method, headers: { 'x-api-key': key, ...headers } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json');
  const text = isJson ? bytes.toString() : '';
  const { status } = response;
  const body = isJson ? JSON.parse(text) : undefined;
  return { answer: { status, headers: response.headers, text, body }, bytes };
}

function assertHeaders({ headers }: Answer, expected: Record<string, string>): void {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
  };
  for (const [name, value] of Object.entries({ ...everywhere, ...expected })) {
    assert.equal(headers.get(name), value, name);
  }
  assert.match(headers.get('etag')!, /^"[^"]+"$/);
}

function openFilesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      // Closed in the meantime.
      return [];
    }
  });
}
