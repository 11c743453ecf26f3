import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { responseOf, Vakwerk } from '../../sdk/src/index.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

describe('client lists', () => {
  let proxy: FaultProxy;
  let client: Vakwerk;
  before(async () => {
    proxy = await startFaultProxy(server);
  });
  after(async () => {
    await proxy?.close();
  });
  // Each test has its own brand.
  beforeEach(async () => {
    proxy.reset();
    const apiKey = await server.createKey();
    client = new Vakwerk({ apiKey, baseUrl: proxy.url, retryBaseMs: 10 });
  });

  const titles = (count: number, prefix = 'Lead') =>
    Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
  const make = async (...wanted: string[]) => {
    for (const title of wanted) await client.leads.create({ customerName: 'Jan', title });
  };

  test('for await reads all, one page at a time, only as far as needed', async () => {
    await make(...titles(7));
    proxy.reset();
    const read: string[] = [];
    for await (const { title } of client.leads.list({ limit: 3 })) read.push(title);
    assert.deepEqual(read, titles(7).toReversed());
    assert.equal(proxy.seen.length, 3);

    proxy.reset();
    for await (const { title } of client.leads.list({ limit: 3 })) {
      if (title === 'Lead 5') break;
    }
    assert.equal(proxy.seen.length, 1);
  });

  test('an unchanged page is revalidated by 304', async () => {
    await make(...titles(5));
    const read = async () => (await client.leads.list().page()).data.map(({ title }) => title);
    proxy.reset();
    assert.deepEqual(await read(), titles(5).toReversed());
    assert.deepEqual(await read(), titles(5).toReversed());
    await make('New');
    assert.deepEqual(await read(), ['New', ...titles(5).toReversed()]);
    const lists = proxy.seen.filter(({ method }) => method === 'GET');
    assert.deepEqual(
      lists.map(({ answeredStatus }) => answeredStatus),
      [200, 304, 200],
    );
  });

  test('a list can be read twice', async () => {
    await make('One', 'Two');
    const list = client.leads.list({ limit: 1 });
    const read = async () => (await Array.fromAsync(list)).map(({ title }) => title);
    assert.deepEqual(
      [await read(), await read()],
      [
        ['Two', 'One'],
        ['Two', 'One'],
      ],
    );
  });

  test('new records are neither skipped nor repeated', async () => {
    await make(...titles(12));
    const read: string[] = [];
    for await (const { title } of client.leads.list({ limit: 4 })) {
      read.push(title);
      await make(`Later ${read.length}`);
    }
    assert.deepEqual(read, titles(12).toReversed());

    // In the other order they come last, and are read too.
    const upward: string[] = [];
    for await (const { title } of client.leads.list({ limit: 5, sort: 'createdAt' })) {
      upward.push(title);
      if (upward.length <= 3) await make(`New ${upward.length}`);
    }
    assert.deepEqual(upward, [
      ...titles(12),
      ...titles(13, 'Later').slice(1),
      'New 1',
      'New 2',
      'New 3',
    ]);
  });

  test('all collects up to max, and reads no more pages than that', async () => {
    await make(...titles(7));
    const collect = async (max: number) => {
      proxy.reset();
      const records = await client.leads.list({ limit: 3 }).all({ max });
      return [records.map(({ title }) => title), proxy.seen.length];
    };
    const newest = titles(7).toReversed();
    assert.deepEqual(await collect(100), [newest, 3]);
    assert.deepEqual(await collect(6), [newest.slice(0, 6), 2]);
    assert.deepEqual(await collect(2), [newest.slice(0, 2), 1]);
  });

  test('page by page', async () => {
    await make('One', 'Two', 'Three');
    const first = await client.leads.list({ limit: 2 }).page();
    assert.deepEqual([first.data.length, first.limit], [2, 2]);
    assert.match(responseOf(first)!.requestId!, /^[\da-f-]{36}$/);
    const second = await first.next!();
    assert.deepEqual([second.data.map(({ title }) => title), second.next], [['One'], null]);
  });

  test('the next page may have another size', async () => {
    await make('One', 'Two', 'Three', 'Four');
    const query = { limit: 1, q: 'jan' };
    const first = await client.leads.list(query).page();
    const second = await first.next!({ limit: 2 });
    assert.deepEqual([second.data.length, second.limit], [2, 2]);
    assert.deepEqual((await second.next!()).data.length, 1);
  });

  test('filters stay on every page', async () => {
    await make('One', 'Two', 'Three');
    const query = { limit: 1, status: ['request', 'lost'], q: 'jan, & jan' } as const;
    assert.equal((await Array.fromAsync(client.leads.list(query))).length, 3);
    const asked = proxy.seen.slice(-3).map(({ path }) => new URL(path, proxy.url).searchParams);
    for (const search of asked) {
      assert.deepEqual([search.getAll('status'), search.get('q')], [query.status, query.q]);
    }
  });

  test('a failed page is retried', async () => {
    await make('One', 'Two');
    proxy.next({ kind: 'passes' }, { kind: 'cut-off' }, { kind: 'answers', status: 500 });
    const read = await Array.fromAsync(client.leads.list({ limit: 1 }));
    assert.deepEqual(
      read.map(({ title }) => title),
      ['Two', 'One'],
    );
  });

  test('an empty page with a next one is not the end', async () => {
    await make('One');
    proxy.next({
      kind: 'answers',
      status: 200,
      headers: { link: '</v1/api/leads?limit=9>; rel="next"' },
      body: '{"data":[],"limit":9}',
    });
    assert.equal((await Array.fromAsync(client.leads.list())).length, 1);
    assert.equal(proxy.seen.at(-1)!.path, '/v1/api/leads?limit=9');
  });

  test('the key is sent to no other host, whatever Link says', async () => {
    let strangers = 0;
    const stranger = createServer((_request, response) => {
      strangers++;
      response.end('{"data":[],"limit":50}');
    }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    const links = [
      `<http://127.0.0.1:${port}/v1/api/leads?limit=7>; rel="next"`,
      `<//127.0.0.1:${port}/v1/api/leads?limit=7>; rel="next"`,
      `</elsewhere?limit=7>; rel="next"`,
      // Relative to the list, as a service without a public URL sends them.
      `</v1/api/leads?limit=7>; rel="next"`,
      `<leads?limit=7>; rel="next"`,
      `<?limit=7>; rel="next"`,
      `<?limit=6>; rel="prev", <?limit=7>; rel="next"`,
    ];
    for (const link of links) {
      proxy.reset();
      proxy.next({
        kind: 'answers',
        status: 200,
        headers: { link },
        body: '{"data":[],"limit":50}',
      });
      await Array.fromAsync(client.leads.list());
      const paths = proxy.seen.map(({ path }) => path);
      assert.deepEqual(paths, ['/v1/api/leads', '/v1/api/leads?limit=7']);
    }
    assert.equal(strangers, 0);
    stranger.close();
    await once(stranger, 'close');
  });

  test('a service under a path prefix is read to the end', async () => {
    const baseUrl = `${proxy.url}/vakwerk/`;
    const behind = new Vakwerk({ apiKey: 'vk_test', baseUrl });
    const body = '{"data":[1],"limit":1}';
    const link = '<https://inside.example/v1/api/leads?limit=1&cursor=x>; rel="next"';
    proxy.next(
      { kind: 'answers', status: 200, headers: { link }, body },
      { kind: 'answers', status: 200, body },
    );
    assert.equal((await Array.fromAsync(behind.leads.list({ limit: 1 }))).length, 2);
    assert.deepEqual(
      proxy.seen.map(({ path }) => path),
      ['/vakwerk/v1/api/leads?limit=1', '/vakwerk/v1/api/leads?limit=1&cursor=x'],
    );
  });
});
