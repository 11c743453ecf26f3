// Lists with an ETag, and answers as small as the client can take them.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';

const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

await withEachServer('lists', (server) => {
  const lists = ['/v1/api/leads', '/v1/api/customers', '/v1/api/address'];

  async function raw(path: string, key: string, encoding: string) {
    const headers = { 'x-api-key': key, 'accept-encoding': encoding };
    const response = await new Promise<Parameters<typeof buffer>[0] & { headers: object }>(
      (resolve, reject) =>
        get(new URL(path, server.url), { headers }, resolve as never).once('error', reject),
    );
    return { headers: response.headers as Record<string, string>, bytes: await buffer(response) };
  }

  test('answer 304 while nothing changed, and in full when something did', async () => {
    const key = await server.createKey();
    const { body: lead } = await createLead(server, key, { city: 'Utrecht' });
    for (const path of lists) {
      const ask = (etag: string) => call(server, path, { key, headers: { 'if-none-match': etag } });
      const first = await call(server, path, { key });
      const etag = first.headers.get('etag')!;
      assert.equal(first.headers.get('cache-control'), 'private, no-cache');
      const again = await ask(etag);
      assert.deepEqual([again.status, again.text], [304, ''], path);
      assert.equal(again.headers.get('etag'), etag);
      assert.equal((await ask('"other"')).status, 200);
    }
    const tags = await Promise.all(lists.map((path) => call(server, path, { key })));
    const changes = [
      [`/v1/api/work-items/${lead.id}`, { title: 'Changed' }],
      [`/v1/api/customers/${lead.customerId}`, { name: 'Changed' }],
      [`/v1/api/address/${lead.addressId}`, { city: 'Breda' }],
    ] as const;
    for (const [index, [path, body]] of changes.entries()) {
      assert.equal((await call(server, path, { key, method: 'PATCH', body })).status, 200);
      const headers = { 'if-none-match': tags[index]!.headers.get('etag')! };
      assert.equal((await call(server, lists[index]!, { key, headers })).status, 200, path);
    }
  });

  test('have another ETag when another page follows, and for callers without personal data', async () => {
    const key = await server.createKey();
    for (let n = 0; n < 3; n++) await createLead(server, key);
    const page = () => call(server, '/v1/api/leads?limit=2', { key });
    const first = await page();
    assert.ok(first.headers.get('link'));
    const { body } = await call(server, '/v1/api/leads', { key });
    const last = `/v1/api/work-items/${body.data[2].id}`;
    assert.equal((await call(server, last, { key, method: 'DELETE' })).status, 204);
    const second = await page();
    assert.equal(second.text, first.text);
    assert.equal(second.headers.get('link'), null);
    assert.notEqual(second.headers.get('etag'), first.headers.get('etag'));
    const unchanged = { 'if-none-match': second.headers.get('etag')! };
    const path = '/v1/api/leads?limit=2';
    const again = await call(server, path, { key, headers: unchanged });
    assert.deepEqual([again.status, again.headers.get('vary')], [304, 'accept-encoding']);
    const head = await call(server, path, { key, method: 'HEAD' });
    assert.equal(head.headers.get('etag'), second.headers.get('etag'));
  });

  test('are compressed from a kilobyte on, by what the client accepts', async () => {
    const key = await server.createKey();
    const short = await raw('/v1/api/leads', key, 'gzip');
    assert.equal(short.headers['content-encoding'], undefined, 'an empty page');
    for (let n = 0; n < 5; n++) await createLead(server, key);
    const plain = await raw('/v1/api/leads', key, 'identity');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.headers['vary'], 'accept-encoding');
    for (const [asked, expected] of [
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      for (let n = 0; n < 2; n++) {
        const { headers, bytes } = await raw('/v1/api/leads', key, asked);
        assert.equal(headers['content-encoding'], expected, asked);
        assert.equal(Number(headers['content-length']), bytes.length);
        assert.ok(bytes.length < plain.bytes.length / 2);
        assert.deepEqual(decompress[expected](bytes), plain.bytes);
        assert.equal(headers['etag'], plain.headers['etag']);
      }
    }
  });
});
