// The request log of a brand.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import { type Answer, call, createLead, listAll, nextLinkOf } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { rowOfKey } from '../support/stored-keys.ts';
import { eventually } from '../support/within.ts';

await withEachServer('the request log', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });

  const idOf = ({ headers }: Answer) => headers.get('x-request-id')!;
  const read = (id: string, as = key) => call(server, `/v1/api/requests/${id}`, { key: as });
  const list = (query = '', as = key) => call(server, `/v1/api/requests${query}`, { key: as });
  const idsIn = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

  /** Waits for the entry of a response. */
  async function entryOf(answer: Answer, as = key) {
    let found: Answer | undefined;
    await eventually(async () => {
      found = await read(idOf(answer), as);
      return found.status === 200;
    });
    return found!.body;
  }

  test('has every request of a key, with its response', async () => {
    const began = Date.now();
    const { id: keyId } = await rowOfKey(server, key);
    const made = await createLead(server, key);
    const read = await call(server, `/v1/api/work-items/${made.body.id}?`, { key });
    const nowhere = await call(server, '/v1/api/nowhere?q=secret', { key });
    const wrongMethod = await call(server, '/v1/api/leads', { key, method: 'PUT' });
    const wanted: [Answer, object][] = [
      [
        made,
        {
          method: 'POST',
          route: '/v1/api/leads',
          path: '/v1/api/leads',
          status: 201,
          message: null,
        },
      ],
      [
        read,
        {
          method: 'GET',
          route: '/v1/api/work-items/{id}',
          path: `/v1/api/work-items/${made.body.id}`,
          status: 200,
          message: null,
        },
      ],
      [
        nowhere,
        {
          method: 'GET',
          route: null,
          path: '/v1/api/nowhere',
          status: 404,
          message: 'There is nothing at GET /v1/api/nowhere',
        },
      ],
      [
        wrongMethod,
        {
          method: 'PUT',
          route: '/v1/api/leads',
          path: '/v1/api/leads',
          status: 405,
          message: wrongMethod.body.message,
        },
      ],
    ];
    for (const [answer, expected] of wanted) {
      const { receivedAt, durationMs, ...entry } = await entryOf(answer);
      assert.deepEqual(entry, {
        id: idOf(answer),
        errorCode: answer.headers.get('error-code'),
        errorDetails: answer.headers.get('error-details'),
        keyId,
        memberId: null,
        ...expected,
        hasBody: false,
        body: null,
        rescuedAs: null,
      });
      const time = Date.parse(receivedAt);
      assert.ok(time >= began - 1 && time <= Date.now(), receivedAt);
      assert.ok(Number.isInteger(durationMs) && durationMs >= 0 && durationMs < 60_000);
    }
  });

  describe('of a refused lead', () => {
    const bodies: Record<
      string,
      { rawBody: string; headers?: Record<string, string>; status: number }
    > = {
      'without a title': { rawBody: '{"customerName":"Jan","titel":"x"}', status: 400 },
      'that is no JSON': { rawBody: '{"customerName": "J\0an', status: 400 },
      'that is an array': { rawBody: '[1]', status: 400 },
      'from a form': {
        rawBody: 'customerName=Jan&title=Tap',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        status: 415,
      },
    };
    for (const [name, { rawBody, headers = {}, status }] of Object.entries(bodies)) {
      test(`${name}, the body is stored`, async () => {
        const refused = await call(server, '/v1/api/leads', { key, rawBody, headers });
        assert.equal(refused.status, status);
        const entry = await entryOf(refused);
        assert.deepEqual(
          [entry.hasBody, entry.body, entry.message, entry.status],
          [true, rawBody.replace('\0', '\ufffd'), refused.body.message, status],
        );
        const listed = (await list(`?requestId=${entry.id}`)).body.data;
        const { body: _, ...withoutBody } = entry;
        assert.deepEqual(listed, [withoutBody]);
      });
    }

    test('that reused an Idempotency-Key, too', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      await createLead(server, key, {}, headers);
      const refused = await createLead(server, key, { title: 'Other' }, headers);
      assert.equal(refused.status, 422);
      assert.equal(JSON.parse((await entryOf(refused)).body).title, 'Other');
    });
  });

  test('stores no other body', async () => {
    const form = { 'content-type': 'text/plain' };
    const answers = [
      await createLead(server, key),
      await createLead(server, await server.createKey({ scopes: ['leads:read'] }), {}),
      await call(server, '/v1/api/leads', { key, rawBody: 'x'.repeat(300_000) }),
      await call(server, '/v1/api/leads', { key, rawBody: 'x'.repeat(300_000), headers: form }),
      await call(server, '/v1/api/calendar-links', { key, body: { name: 1 } }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 403, 413, 415, 400],
    );
    for (const answer of answers.filter(({ status }) => status !== 403)) {
      const entry = await entryOf(answer);
      assert.deepEqual([entry.hasBody, entry.body], [false, null]);
    }
  });

  describe('filters', () => {
    let brandKeys: { full: string; site: string; fullId: string; siteId: string };
    const seen: Record<string, string> = {};
    before(async () => {
      const { id: brandId } = await server.createBrand();
      const full = await server.createKey({ brandId });
      const site = await server.createKey({ brandId, scopes: ['leads:write'] });
      const ids = [await rowOfKey(server, full), await rowOfKey(server, site)];
      brandKeys = { full, site, fullId: ids[0]!.id, siteId: ids[1]!.id };
      seen['made'] = idOf(await createLead(server, site));
      seen['refused'] = idOf(await createLead(server, site, { title: '' }));
      seen['forbidden'] = idOf(await call(server, '/v1/api/leads', { key: site }));
      seen['missing'] = idOf(await call(server, '/v1/api/work-items/1', { key: full }));
      const last = await call(server, '/v1/api/address', { key: full });
      seen['listed'] = idOf(last);
      await entryOf(last, full);
    });

    const questions: [query: () => string, found: string[]][] = [
      [() => `keyId=${brandKeys.siteId}`, ['forbidden', 'refused', 'made']],
      [() => `status=4xx`, ['missing', 'forbidden', 'refused']],
      [() => `status=400,404`, ['missing', 'refused']],
      [() => `status=2xx&keyId=${brandKeys.siteId}`, ['made']],
      [() => `status=4xx&status=201`, ['missing', 'forbidden', 'refused', 'made']],
      [() => `route=/v1/api/leads`, ['forbidden', 'refused', 'made']],
      [() => `route=/v1/api/work-items/{id},/v1/api/address`, ['listed', 'missing']],
      [() => `method=POST`, ['refused', 'made']],
      [() => `method=POST&status=400&route=/v1/api/leads`, ['refused']],
      [() => `requestId=${seen['made']}`, ['made']],
      [() => `requestId=${randomUUID()}`, []],
      [() => `requestId=no-id`, []],
      [() => `keyId=no-id`, []],
    ];
    for (const [query, found] of questions) {
      test(String(query).slice(7, -1), async () => {
        const answer = await list(`?${query()}&before=${soon()}`, brandKeys.full);
        assert.equal(answer.status, 200, answer.text);
        const known = new Set(Object.values(seen));
        assert.deepEqual(
          idsIn(answer).filter((id) => known.has(id)),
          // Arrival order within a millisecond is undefined.
          found
            .map((name) => seen[name]!)
            .toSorted()
            .toReversed(),
        );
      });
    }

    test('since and before bound the time', async () => {
      const time = Date.parse((await read(seen['missing']!, brandKeys.full)).body.receivedAt);
      const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString());
      const from = idsIn(await list(`?since=${at(time)}`, brandKeys.full));
      assert.ok(from.includes(seen['missing']!));
      const upTo = idsIn(await list(`?before=${at(time)}`, brandKeys.full));
      assert.ok(!upTo.includes(seen['missing']!));
      assert.ok(upTo.includes(seen['made']!));
      for (const id of from) assert.ok(id >= uuidBoundAt(time));
      for (const id of upTo) assert.ok(id < uuidBoundAt(time));
    });

    test('pages add up to the whole list', async () => {
      const end = `before=${soon()}`;
      // Entries are written in order: once this one is there, so are the earlier ones.
      await entryOf(await list('', brandKeys.full), brandKeys.full);
      const whole = idsIn(await list(`?status=2xx,4xx&${end}`, brandKeys.full));
      assert.ok(whole.length >= 5);
      const pages = await listAll(
        server,
        brandKeys.full,
        `/v1/api/requests?status=2xx,4xx&limit=2&${end}`,
      );
      assert.deepEqual(
        pages.map(({ id }) => id),
        whole,
      );
      assert.deepEqual(whole, whole.toSorted().toReversed());
    });

    const soon = () => encodeURIComponent(new Date(Date.now() - 1).toISOString());
  });

  const wrong: [query: string, message: RegExp][] = [
    ['?state=400', /^state is not a known parameter/],
    ['?status=4x', /^status must be an HTTP status such as 404, or a class/],
    ['?status=600', /^status must be/],
    ['?method=post', /^method must be one of GET/],
    ['?since=yesterday', /^since must be a date and time/],
    ['?sort=status', /^sort is not a known parameter/],
    ['?limit=0', /^limit must be/],
    ['?cursor=abc', /^cursor is not valid/],
  ];
  for (const [query, message] of wrong) {
    test(`${query} is refused`, async () => {
      const answer = await list(query);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message[0], message);
    });
  }

  test('needs a full key, and shows one brand only', async () => {
    const refused = await createLead(server, key, { title: '' });
    await entryOf(refused);
    const other = await server.createKey();
    assert.equal((await read(idOf(refused), other)).status, 404);
    assert.ok(!(await list('', other)).text.includes(idOf(refused)));
    assert.deepEqual(idsIn(await list(`?requestId=${idOf(refused)}`, other)), []);
    for (const scope of ['leads:write', 'leads:read', 'webhooks:manage'] as const) {
      const lesser = await server.createKey({ scopes: [scope] });
      assert.equal((await list('', lesser)).status, 403);
      assert.equal((await read(idOf(refused), lesser)).status, 403);
    }
  });

  test('a rare filter continues after the scanned part', async () => {
    const { id: brandId } = await server.createBrand();
    const owner = await server.createKey({ brandId });
    const keyId = randomUUID();
    const count = 20_050;
    const time = Date.now() - 1_000_000;
    const rows = Array.from({ length: count }, (_, n) => ({
      brandId,
      id: uuidBoundAt(time + n).replace(/-0000-0000-(?=\w{12}$)/, '-7000-8000-'),
      keyId: n === 3 ? keyId : randomUUID(),
      memberId: null,
      method: 'GET',
      route: null,
      path: '/x',
      status: 200,
      durationMs: 1,
      message: null,
      body: null,
      rescuedAs: null,
    }));
    await server.withDatabase((db) =>
      db.transaction((trx) => trx.insertRows('loggedRequests', rows)),
    );
    const first = await list(`?keyId=${keyId}`, owner);
    assert.deepEqual(first.body.data, []);
    const second = await call(server, nextLinkOf(first.headers)!, { key: owner });
    assert.deepEqual(idsIn(second), [rows[3]!.id]);
    assert.equal(nextLinkOf(second.headers), undefined);
  });
});
