// Paging of the three lists: size, order and the link to the next page.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, createLead, listAll, moveWorkItem, nextLinkOf } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { addressShape, assertListedShape, assertRefused, assertShape } from '../support/shapes.ts';
import { changeWorkItem } from '../support/stored-records.ts';

interface Listed {
  id: string;
  createdAt: string;
}

const lists = ['/v1/api/leads', '/v1/api/work-items', '/v1/api/address'];
const recordsMade = 60;

await withEachServer('paging', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
    await makeMany(key, recordsMade * 2);
    const leads = await listAll(server, key, '/v1/api/leads?limit=200');
    for (const { id } of leads.filter((_, index) => index % 2)) {
      await changeWorkItem(server, id, { status: 'pending' });
    }
  });

  // Leads of one batch share a time, so there are many ties.
  const makeMany = (owner: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        createLead(server, owner, { title: `Lead ${index}`, city: 'Utrecht' }),
      ),
    );
  const idsOf = (records: Listed[]) => records.map((record) => record.id);
  const newestFirst = (one: Listed, other: Listed) =>
    one.createdAt === other.createdAt
      ? other.id.localeCompare(one.id)
      : other.createdAt.localeCompare(one.createdAt);

  test('a list has data and limit and nothing else', async () => {
    const fresh = await server.createKey();
    for (const path of lists) {
      const { status, body, headers } = await call(server, path, { key });
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      assert.deepEqual(Object.keys(body).sort(), ['data', 'limit']);
      assert.equal(body.limit, 50);
      assert.equal(body.data.length, 50);
      for (const record of body.data) {
        if (path.endsWith('address')) assertShape(record, addressShape);
        else assertListedShape(record);
      }
      const empty = await call(server, path, { key: fresh });
      assert.deepEqual(empty.body, { data: [], limit: 50 });
      assert.equal(empty.headers.get('link'), null);
    }
  });

  test('limit is the page size in effect', async () => {
    const good: [sent: string, inEffect: number][] = [
      ...([
        ['1', 1],
        ['7', 7],
        ['50', 50],
        ['199', 199],
        ['200', 200],
      ] as [string, number][]),
      ...([
        ['201', 200],
        ['1000', 200],
        ['99999999999999999999', 200],
      ] as [string, number][]),
    ];
    const bad = ['0', '-1', '-0', 'abc', '1.5', '1e2', '0x10', '', ' ', 'NaN', 'null', '5,6', '１'];
    for (const path of lists) {
      for (const [sent, inEffect] of good) {
        const { status, body } = await call(server, `${path}?limit=${sent}`, { key });
        assert.equal(status, 200, sent);
        assert.equal(body.limit, inEffect);
        const available = path.endsWith('address') ? recordsMade * 2 : recordsMade;
        assert.equal(body.data.length, Math.min(inEffect, available));
      }
      for (const sent of bad) {
        const answer = await call(server, `${path}?limit=${encodeURIComponent(sent)}`, { key });
        assertRefused(answer, 'limit');
      }
      assertRefused(await call(server, `${path}?limit=5&limit=6`, { key }), 'limit');
    }
  });

  test('the newest comes first and the id breaks ties', async () => {
    for (const path of ['/v1/api/leads', '/v1/api/work-items']) {
      const { body } = await call(server, `${path}?limit=200`, { key });
      const records: Listed[] = body.data;
      const times = new Set(records.map((record) => record.createdAt));
      assert.ok(times.size < records.length, 'this test needs records of the same time');
      assert.deepEqual(records, records.toSorted(newestFirst));
    }
  });

  test('pages add up to the whole list, whatever their size', async () => {
    for (const path of lists) {
      for (const sort of ['', '&sort=createdAt', '&sort=-createdAt']) {
        const whole: Listed[] = (await call(server, `${path}?limit=200${sort}`, { key })).body.data;
        for (const limit of [7, 20, whole.length, whole.length + 1]) {
          const pages = await listAll(server, key, `${path}?limit=${limit}${sort}`);
          assert.deepEqual(idsOf(pages), idsOf(whole));
        }
      }
    }
    const onePerPage = await listAll(server, key, '/v1/api/leads?limit=1&status=request');
    assert.equal(new Set(idsOf(onePerPage)).size, recordsMade);
  });

  test('Link names the next page with the same query; the last page has none', async () => {
    const path = '/v1/api/leads?limit=40&q=lead&priority=medium,high&sort=-createdAt';
    const first = await call(server, path, { key });
    const link = first.headers.get('link')!;
    assert.match(link, /^<\/v1\/api\/leads\?[^>]+>; rel="next"$/);
    const next = new URL(nextLinkOf(first.headers)!, server.url);
    const { cursor, ...rest } = Object.fromEntries(next.searchParams);
    assert.ok(cursor);
    const asked = { limit: '40', q: 'lead', priority: 'medium,high', sort: '-createdAt' };
    assert.deepEqual(rest, asked);
    const last = await call(server, next.href, { key });
    assert.equal(last.body.data.length, recordsMade - 40);
    assert.equal(last.headers.get('link'), null);
    const exact = await call(server, `/v1/api/leads?limit=${recordsMade}`, { key });
    assert.equal(exact.headers.get('link'), null);
  });

  test('Link preserves any query', async () => {
    const owner = await server.createKey();
    const category = '<b> "é" & + % # ; ? = 漢';
    for (let count = 0; count < 3; count++) await createLead(server, owner, { category });
    const query = new URLSearchParams({ category, q: 'leaking > "tap"', limit: '1' });
    const { headers } = await call(server, `/v1/api/leads?${query}`, { key: owner });
    assert.match(headers.get('link')!, /^<[\x21-\x3b\x3d\x3f-\x7e]+>; rel="next"$/);
    assert.equal((await listAll(server, owner, `/v1/api/leads?${query}`)).length, 3);
  });

  test('new records make a paging client skip or repeat none', async () => {
    for (const path of ['/v1/api/leads', '/v1/api/address']) {
      for (const sort of ['-createdAt', 'createdAt']) {
        const owner = await server.createKey();
        await makeMany(owner, 25);
        const before: Listed[] = await listAll(server, owner, `${path}?sort=${sort}`);
        const seen: Listed[] = [];
        let next: string | undefined = `${path}?limit=10&sort=${sort}`;
        while (next !== undefined) {
          const { body, headers } = await call(server, next, { key: owner });
          seen.push(...body.data);
          next = nextLinkOf(headers);
          if (seen.length <= 20) await makeMany(owner, 7);
        }
        const ids = idsOf(seen);
        assert.equal(new Set(ids).size, ids.length, 'repeated');
        if (sort === '-createdAt') assert.deepEqual(ids, idsOf(before));
        else assert.deepEqual(ids.slice(0, before.length), idsOf(before));
      }
    }
  });

  test('a record deleted during paging hides no other', async () => {
    const owner = await server.createKey();
    await makeMany(owner, 12);
    const all: Listed[] = await listAll(server, owner, '/v1/api/leads');
    const first = await call(server, '/v1/api/leads?limit=5', { key: owner });
    await moveWorkItem(server, owner, all[4]!.id, 'pending');
    const rest = await listAll(server, owner, nextLinkOf(first.headers)!);
    assert.deepEqual(idsOf(rest), idsOf(all.slice(5)));
  });

  test('a malformed cursor or one for another query is refused', async () => {
    const cursorOf = async (path: string, owner = key) => {
      const { headers } = await call(server, path, { key: owner });
      return new URL(nextLinkOf(headers)!, server.url).searchParams.get('cursor')!;
    };
    const cursor = await cursorOf('/v1/api/leads?limit=5');
    const use = (path: string, value: string, owner = key) =>
      call(server, `${path}cursor=${encodeURIComponent(value)}`, { key: owner });

    assert.equal((await use('/v1/api/leads?limit=5&', cursor)).status, 200);
    // The page size and an explicit default may change between pages.
    assert.equal((await use('/v1/api/leads?limit=9&', cursor)).status, 200);
    assert.equal((await use('/v1/api/leads?sort=-createdAt&', cursor)).status, 200);
    assert.equal((await use('/v1/api/leads?archived=exclude&', cursor)).status, 200);
    const since = 'createdSince=2020-01-01T00:00:00Z';
    const filtered = await cursorOf(`/v1/api/leads?limit=5&status=request,contacted&${since}`);
    const same = `/v1/api/leads?${since}&status=contacted&status=request&status=request&`;
    assert.equal((await use(same, filtered)).status, 200);

    const theirs = await server.createKey();
    await makeMany(theirs, 3);
    const foreign: [path: string, cursor: string, owner?: string][] = [
      ['/v1/api/work-items?', cursor],
      ['/v1/api/address?', cursor],
      ['/v1/api/leads?sort=createdAt&', cursor],
      ['/v1/api/leads?sort=-updatedAt&', cursor],
      ['/v1/api/leads?status=request&', cursor],
      ['/v1/api/leads?q=lead&', cursor],
      ['/v1/api/leads?archived=include&', cursor],
      ['/v1/api/leads?', cursor, theirs],
      ['/v1/api/leads?', await cursorOf('/v1/api/leads?limit=1', theirs)],
      ['/v1/api/leads?', await cursorOf('/v1/api/leads?limit=5&status=request')],
      ['/v1/api/leads?', await cursorOf('/v1/api/work-items?limit=5')],
      ['/v1/api/leads?', await cursorOf('/v1/api/address?limit=5')],
    ];
    for (const [path, value, owner] of foreign) {
      assertRefused(await use(path, value, owner), 'cursor');
    }
    const changed = (at: number) =>
      cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
    const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const broken = [
      ['x', '0', 'null', '../../etc/passwd', "' or 1=1 --", cursor.slice(0, -2), '', ' '],
      [`${cursor.slice(1)}`, changed(4), changed(20), changed(40), cursor.toLowerCase()],
      [json([]), json({}), json(null), json([1, 'a', 'b']), json([null, null, null])],
      ['x'.repeat(2000)],
    ].flat();
    for (const value of broken) assertRefused(await use('/v1/api/leads?', value), 'cursor');
    const twice = `/v1/api/leads?cursor=${cursor}&cursor=${cursor}`;
    assertRefused(await call(server, twice, { key }), 'cursor');
  });
});
