// Every filter and sort of the lists, alone and combined, on a small known set.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { WorkItemRecord } from '#core/records.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertRefused, jobStatuses, leadStatuses, priorities } from '../support/shapes.ts';
import { changeWorkItem } from '../support/stored-records.ts';

const day = (number: number) => Date.parse('2026-03-01T12:00:00Z') + number * 24 * 60 * 60 * 1000;
const text = (number: number) => new Date(day(number)).toISOString();

interface Known {
  title: string;
  lead: Record<string, unknown>;
  state?: Partial<WorkItemRecord>;
}

// In order of creation; a, b, c … are leads and j, k, l … are jobs.
const known: Known[] = [
  { title: 'a', lead: { priority: 'low', source: 'web', category: 'roof', email: 'x@a.nl' } },
  { title: 'b', lead: { priority: 'urgent', source: 'phone', category: 'tap', email: 'x@a.nl' } },
  { title: 'c', lead: { source: 'phone', category: 'Roof', city: 'Utrecht' } },
  { title: 'd', lead: { source: 'email', category: 'tap & more' }, state: { status: 'contacted' } },
  { title: 'e', lead: { priority: 'high' }, state: { status: 'lost', tags: ['vip', 'slow'] } },
  { title: 'f', lead: {}, state: { tags: ['vip'], archivedAt: day(40) } },
  { title: 'g', lead: {}, state: { deletedAt: day(40) } },
  { title: 'j', lead: { priority: 'low' }, state: { status: 'pending', tags: ['vip'] } },
  { title: 'k', lead: {}, state: { status: 'scheduled', scheduledStart: day(20) } },
  { title: 'l', lead: {}, state: { status: 'in_progress', scheduledStart: day(10) } },
  { title: 'm', lead: { priority: 'high' }, state: { status: 'completed', tags: ['slow'] } },
  { title: 'n', lead: {}, state: { status: 'cancelled', scheduledStart: day(20) } },
  { title: 'o', lead: {}, state: { status: 'pending', archivedAt: day(40) } },
];

await withEachServer('filters and sorts', (server) => {
  let key: string;
  const made = new Map<string, { id: string; customerId: string; addressId: string | null }>();
  before(async () => {
    key = await server.createKey();
    for (const [index, { title, lead, state }] of known.entries()) {
      const { body } = await createLead(server, key, { title, ...lead });
      made.set(title, body);
      // `receivedAt` runs backwards; `updatedAt` comes in pairs.
      const times = { createdAt: day(index), receivedAt: day(-index), updatedAt: day(index >> 1) };
      await changeWorkItem(server, body.id, { ...times, ...state });
    }
  });

  const titles = async (path: string) =>
    (await listAll(server, key, path)).map((item) => item.title).join('');
  const check = async (list: string, cases: [query: string, expected: string][]) => {
    for (const [query, expected] of cases) {
      // With one record per page, only the cursor holds the position.
      for (const limit of [200, 1]) {
        assert.equal(await titles(`${list}?limit=${limit}&${query}`), expected, query);
      }
    }
  };

  test('each list shows its own phase', async () => {
    await check('/v1/api/leads', [['', 'edcba']]);
    await check('/v1/api/work-items', [['', 'nmlkj']]);
  });

  test('lists of values, repeated or separated by commas', async () => {
    await check('/v1/api/leads', [
      ['status=request', 'cba'],
      ['status=lost', 'e'],
      ['status=request,contacted', 'dcba'],
      ['status=request&status=lost', 'ecba'],
      ['status=request,contacted&status=lost', 'edcba'],
      ['status=request, lost', 'ecba'],
      ['status=quote_sent', ''],
      [`status=${leadStatuses.join()}`, 'edcba'],
      ['priority=low', 'a'],
      ['priority=medium,urgent', 'dcb'],
      [`priority=${priorities.join('&priority=')}`, 'edcba'],
      ['source=phone', 'cb'],
      ['source=web,email', 'eda'],
      ['source=manual', ''],
      ['category=roof', 'a'],
      ['category=roof,Roof', 'ca'],
      ['category=tap', 'b'],
      ['category=tap%20%26%20more', 'd'],
      ['category=nothing', ''],
      ['tag=vip', 'e'],
      ['tag=slow,vip', 'e'],
      ['tag=vi', ''],
    ]);
    await check('/v1/api/work-items', [
      ['status=pending', 'j'],
      ['status=completed,cancelled', 'nm'],
      [`status=${jobStatuses.join()}`, 'nmlkj'],
      ['priority=low,high', 'mj'],
      ['tag=vip', 'j'],
      ['tag=slow&tag=vip', 'mj'],
    ]);
  });

  test('of one customer, at one address', async () => {
    const { customerId } = made.get('a')!;
    assert.equal(made.get('b')!.customerId, customerId);
    await check('/v1/api/leads', [
      [`customerId=${customerId}`, 'ba'],
      [`customerId=${made.get('j')!.customerId}`, ''],
      ['customerId=unknown', ''],
      [`addressId=${made.get('c')!.addressId}`, 'c'],
      ['addressId=unknown', ''],
    ]);
  });

  test('time ranges include their start and exclude their end', async () => {
    await check('/v1/api/leads', [
      [`createdSince=${text(2)}`, 'edc'],
      [`createdBefore=${text(2)}`, 'ba'],
      [`createdSince=${text(1)}&createdBefore=${text(3)}`, 'cb'],
      [`createdSince=${text(3)}&createdBefore=${text(3)}`, ''],
      ['createdSince=2026-03-03T14:00:00%2B02:00', 'edc'],
      ['createdSince=2026-03-03T12:00Z', 'edc'],
      ['createdSince=2026-03-03T12:00:00.001Z', 'ed'],
      [`updatedSince=${text(1)}`, 'edc'],
      [`updatedBefore=${text(1)}`, 'ba'],
      [`updatedSince=${text(1)}&updatedBefore=${text(2)}`, 'dc'],
      [`scheduledFrom=${text(0)}`, ''],
    ]);
    await check('/v1/api/work-items', [
      [`scheduledFrom=${text(11)}`, 'nk'],
      [`scheduledFrom=${text(10)}`, 'nlk'],
      [`scheduledTo=${text(20)}`, 'l'],
      [`scheduledFrom=${text(20)}&scheduledTo=${text(21)}`, 'nk'],
    ]);
  });

  test('archived records are excluded, included, or the only ones', async () => {
    await check('/v1/api/leads', [
      ['archived=exclude', 'edcba'],
      ['archived=include', 'fedcba'],
      ['archived=only', 'f'],
      ['archived=include&tag=vip', 'fe'],
    ]);
    await check('/v1/api/work-items', [
      ['archived=include', 'onmlkj'],
      ['archived=only', 'o'],
    ]);
  });

  test('every sort, either way, the id breaking ties', async () => {
    await check('/v1/api/leads', [
      ['sort=createdAt', 'abcde'],
      ['sort=-createdAt', 'edcba'],
      ['sort=receivedAt', 'edcba'],
      ['sort=-receivedAt', 'abcde'],
      ['sort=updatedAt', 'abcde'],
      ['sort=-updatedAt', 'edcba'],
      ['sort=priority', 'acdeb'],
      ['sort=-priority', 'bedca'],
      ['sort=-urgency', 'bedca'],
      ['sort=-urgency&status=request,contacted', 'bdca'],
      ['sort=urgency&status=request', 'acb'],
      ['sort=scheduledStart', 'abcde'],
      ['sort=-scheduledStart', 'edcba'],
    ]);
    // Items without a planned start sort last, or first in descending order.
    await check('/v1/api/work-items', [
      ['sort=scheduledStart', 'lknjm'],
      ['sort=-scheduledStart', 'mjnkl'],
      ['sort=priority', 'jklnm'],
      ['sort=-priority', 'mnlkj'],
      ['sort=updatedAt', 'jklmn'],
    ]);
  });

  test('filters combine, whatever the sort', async () => {
    const { customerId } = made.get('a')!;
    await check('/v1/api/leads', [
      ['source=phone&category=tap,Roof&sort=createdAt', 'bc'],
      ['source=phone&priority=urgent&status=request', 'b'],
      [`customerId=${customerId}&sort=-priority`, 'ba'],
      [`customerId=${customerId}&sort=priority&createdSince=${text(1)}`, 'b'],
      ['archived=include&sort=updatedAt&status=request,lost&priority=medium,high', 'cef'],
      ['q=jansen&status=contacted', 'd'],
      ['q=jansen&sort=priority&source=phone,web', 'aceb'],
    ]);
    await check('/v1/api/work-items', [
      [`scheduledFrom=${text(5)}&sort=scheduledStart&status=scheduled,in_progress`, 'lk'],
    ]);
  });

  test('an invalid parameter is refused by its name', async () => {
    const bad: [query: string, name: string][] = [
      ['foo=1', 'foo'],
      ['Status=request', 'Status'],
      ['offset=10', 'offset'],
      ['page=2', 'page'],
      ['status[]=request', 'status[]'],
      ['__proto__=x', '__proto__'],
      ['constructor=x', 'constructor'],
      ['status=open', 'status'],
      ['status=request,open', 'status'],
      ['status=', 'status'],
      ['status=request,', 'status'],
      ['priority=HIGH', 'priority'],
      ['source=fax', 'source'],
      ['tag=', 'tag'],
      ['category=', 'category'],
      [`tag=${'x'.repeat(201)}`, 'tag'],
      [`tag=${'x,'.repeat(50)}x`, 'tag'],
      ['customerId=', 'customerId'],
      ['customerId=a&customerId=b', 'customerId'],
      ['addressId=', 'addressId'],
      ['archived=yes', 'archived'],
      ['archived=true', 'archived'],
      ['archived=only&archived=include', 'archived'],
      ['sort=title', 'sort'],
      ['sort=--createdAt', 'sort'],
      ['sort=createdat', 'sort'],
      ['sort=createdAt,priority', 'sort'],
      ['sort=', 'sort'],
      ['q=', 'q'],
      ['q=%20', 'q'],
    ];
    const times = ['created', 'updated'].flatMap((what) => [`${what}Since`, `${what}Before`]);
    for (const name of [...times, 'scheduledFrom', 'scheduledTo']) {
      const wrong = [
        ['', 'yesterday', '2026-03-01', '2026-03-01T12:00:00', '1772366400000', '2026'],
        ['2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-03-01T25:00:00Z'],
        ['2026-03-01T12:00:00+01:00', '2026-03-01 12:00:00Z', '2026-03-01T12:00:00Zz'],
      ].flat();
      // The plus sign is left unencoded on purpose: a query reads it as a space.
      for (const value of wrong) bad.push([`${name}=${value.replace(' ', '%20')}`, name]);
    }
    for (const list of ['/v1/api/leads', '/v1/api/work-items']) {
      for (const [query, name] of bad) {
        assertRefused(await call(server, `${list}?${query}`, { key }), name);
      }
    }
    const several = await call(server, '/v1/api/leads?foo=1&status=open&limit=0&q=ok', { key });
    assertRefused(several, 'foo', 'status', 'limit');
  });

  test('a status that this list cannot have is refused', async () => {
    for (const status of jobStatuses) {
      assertRefused(await call(server, `/v1/api/leads?status=${status}`, { key }), 'status');
    }
    for (const status of leadStatuses) {
      assertRefused(await call(server, `/v1/api/work-items?status=${status}`, { key }), 'status');
    }
    assertRefused(await call(server, '/v1/api/leads?status=request,pending', { key }), 'status');
  });

  test('addresses by city, postal code and text', async () => {
    const owner = await server.createKey();
    const places = [
      { city: 'Utrecht', postalCode: '3511 LN', street: 'Oudegracht', streetNumber: '12' },
      { city: 'UTRECHT', postalCode: '3511ln', street: 'Neude' },
      { city: "'s-Hertogenbosch", postalCode: '5211 AB', street: 'Markt' },
      { city: 'Zürich', postalCode: '8001', street: 'Bahnhofstrasse', streetNumber: '12' },
    ];
    const ids: string[] = [];
    for (const place of places) {
      ids.push((await createLead(server, owner, place)).body.addressId);
    }
    const cases: [query: string, expected: number[]][] = [
      ['', [3, 2, 1, 0]],
      ['sort=createdAt', [0, 1, 2, 3]],
      ['sort=-createdAt', [3, 2, 1, 0]],
      ['city=Utrecht', [1, 0]],
      ['city=utrecht', [1, 0]],
      ['city=utrecht,zürich', [3, 1, 0]],
      ['city=Utrecht&city=ZÜRICH', [3, 1, 0]],
      ['city=Utr', []],
      ['postalCode=3511LN', [1, 0]],
      ['postalCode=3511%20ln', [1, 0]],
      ['postalCode=3511LN,8001', [3, 1, 0]],
      ['postalCode=3511', []],
      ['city=utrecht&postalCode=3511ln&q=neude', [1]],
      ['q=oudegr', [0]],
      ['q=utrecht&sort=createdAt', [0, 1]],
      ['q=3511ln', [1, 0]],
      ['q=3511', [1, 0]],
      ['q=12', [3, 0]],
      ['q=bahnhofstrasse%2012', [3]],
      ['q=zurich', [3]],
      ['q=hertogenbosch', [2]],
      ['q=nowhere', []],
    ];
    for (const [query, expected] of cases) {
      for (const limit of [200, 1]) {
        const path = `/v1/api/address?limit=${limit}&${query}`;
        const found = (await listAll(server, owner, path)).map(({ id }) => ids.indexOf(id));
        assert.deepEqual(found, expected, query);
      }
    }
    for (const name of ['status', 'country', 'street', 'archived', 'createdSince']) {
      assertRefused(await call(server, `/v1/api/address?${name}=x`, { key }), name);
    }
    for (const sort of ['city', 'updatedAt', '']) {
      assertRefused(await call(server, `/v1/api/address?sort=${sort}`, { key }), 'sort');
    }
  });

  test('a range deep in a long list, in another order', async () => {
    const owner = await server.createKey();
    const ids: string[] = [];
    while (ids.length < 1_100) {
      const lead = () => createLead(server, owner, { customerName: 'Y' });
      const made = await Promise.all(Array.from({ length: 100 }, lead));
      ids.push(...made.map(({ body }) => body.id));
    }
    ids.sort();
    const later = Date.now() + 60_000;
    for (const at of [3, 4, 5, 520, 540, 1_090]) {
      await changeWorkItem(server, ids[at]!, { updatedAt: later + at, scheduledStart: later + at });
    }
    const all = await listAll(server, owner, '/v1/api/leads?limit=200');
    const since = new Date(later).toISOString();
    for (const filter of ['updatedSince', 'scheduledFrom']) {
      for (const sort of ['-createdAt', 'createdAt', '-priority']) {
        const inOrder = sort === 'createdAt' ? all.toReversed() : all;
        const expected = inOrder.filter(({ updatedAt }) => updatedAt >= since);
        assert.equal(expected.length, 6);
        for (const limit of [2, 200]) {
          const path = `/v1/api/leads?${filter}=${since}&sort=${sort}&limit=${limit}`;
          assert.deepEqual(await listAll(server, owner, path), expected, path);
        }
      }
    }
  });

  test('a rare value is found among many leads, page by page, in any order', async () => {
    const ofMany = await server.createKey();
    const urgent = (index: number) => index % 60 === 7;
    const leads = Array.from({ length: 450 }, (_, index) => ({
      customerName: 'Many',
      title: `Lead ${index}`,
      priority: urgent(index) ? 'urgent' : 'low',
    }));
    for (let sent = 0; sent < leads.length; sent += 225) {
      const body = { leads: leads.slice(sent, sent + 225) };
      const { status, text: answer } = await call(server, '/v1/api/leads/batch', {
        key: ofMany,
        body,
      });
      assert.equal(status, 200, answer);
    }
    const expected = new Set(leads.filter((_, index) => urgent(index)).map(({ title }) => title));
    for (const sort of ['createdAt', '-createdAt', '-receivedAt', 'priority']) {
      const inOrder = await listAll(server, ofMany, `/v1/api/leads?limit=200&sort=${sort}`);
      const wanted = inOrder.map(({ title }) => title).filter((title) => expected.has(title));
      assert.equal(wanted.length, 8);
      for (const limit of [3, 50]) {
        for (const filter of ['', '&status=request', '&status=request,contacted', '&q=lead']) {
          const path = `/v1/api/leads?priority=urgent&limit=${limit}&sort=${sort}${filter}`;
          const found = await listAll(server, ofMany, path);
          const titlesFound = found.map(({ title }) => title);
          assert.deepEqual(titlesFound, wanted, path);
        }
      }
    }
  });
});
