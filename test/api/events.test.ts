// The event feed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemAuthor } from '#core/author.ts';
import { insertEvents } from '#db/events/events.ts';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertRefused } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

await withEachServer('events', (server) => {
  const events = async (key: string, query = '') =>
    (await call(server, `/v1/api/events${query}`, { key })).body.data;
  const types = (list: { type: string }[]) => list.map(({ type }) => type);

  test('a lead, its fill-ins and changes, in order, numbered from 1', async () => {
    const key = await server.createKey();
    const first = await createLead(server, key, { email: 'a@example.com' });
    const second = await createLead(server, key, { email: 'a@example.com', phone: '0612345678' });
    const path = `/v1/api/work-items/${first.body.id}`;
    const moved = await call(server, path, {
      key,
      method: 'PATCH',
      body: { status: 'scheduled', scheduledStart: '2026-12-01T09:00:00Z' },
    });
    const list = await events(key);
    assert.deepEqual(types(list), [
      'customer.created',
      'lead.created',
      'customer.updated',
      'lead.created',
      'lead.converted',
      'work_item.updated',
    ]);
    assert.deepEqual(
      list.map(({ id }: { id: string }) => id),
      ['1', '2', '3', '4', '5', '6'],
    );
    assert.deepEqual(list[2].changes, { phone: { before: '', after: '0612345678' } });
    assert.equal(list[3].requestId, second.headers.get('x-request-id'));
    assert.deepEqual(list[4].changes, { status: { before: 'request', after: 'scheduled' } });
    assert.equal(list[4].subjectId, first.body.id);
    assert.equal(list[4].data.customer.email, 'a@example.com');
    const { customer: _c, address: _a, ...data } = list[4].data;
    assert.deepEqual(data, moved.body);
    assert.equal(list[0].data.email, 'a@example.com');
  });

  test('after, type and limit filter; Link continues', async () => {
    const key = await server.createKey();
    for (let n = 0; n < 5; n++) await createLead(server, key, { email: `${n}@example.com` });
    assert.equal((await events(key, '?after=8')).length, 2);
    assert.deepEqual(await events(key, '?after=10'), []);
    assert.equal((await events(key, '?type=lead.created')).length, 5);
    const seen: string[] = [];
    let next: string | undefined = '/v1/api/events?limit=3';
    while (next) {
      const answer = await call(server, next, { key });
      assert.equal(answer.body.limit, 3);
      seen.push(...answer.body.data.map(({ id }: { id: string }) => id));
      next = /<(.*)>/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 10 }, (_, n) => String(n + 1)),
    );
  });

  test('latest starts at the end of the feed', async () => {
    const key = await server.createKey();
    await createLead(server, key);
    const answer = await call(server, '/v1/api/events?after=latest', { key });
    assert.deepEqual(answer.body.data, []);
    const next = /<(.*)>/.exec(answer.headers.get('link')!)![1]!;
    assert.deepEqual((await call(server, next, { key })).body.data, []);
    await createLead(server, key);
    const { body } = await call(server, next, { key });
    assert.deepEqual(types(body.data), ['customer.created', 'lead.created']);
  });

  test('a rare type is scanned in chunks, and Link continues through them', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    const { id } = (await createLead(server, key)).body;
    const many = Array.from({ length: 12_000 }, () => ({
      brandId,
      ...systemAuthor,
      type: 'lead.updated' as const,
      subjectId: id,
      changes: null,
      reason: null,
      createdAt: 1,
    }));
    await server.withDatabase((db) => db.transaction((trx) => insertEvents(trx, many)));
    await call(server, `/v1/api/work-items/${id}`, {
      key,
      method: 'PATCH',
      body: { status: 'lost' },
    });
    let path: string | undefined = '/v1/api/events?type=lead.status_changed';
    // On PostgreSQL this many events are numbered in several steps.
    await eventually(async () => (await call(server, path!, { key })).status === 200);
    const found = [];
    let pages = 0;
    for (; path; pages++) {
      const answer: Answer = await call(server, path, { key });
      found.push(...answer.body.data);
      path = /<(.*)>/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(types(found), ['lead.status_changed']);
    assert.equal(pages, 2);
  });

  for (const [query, field] of [
    ['?after=x', 'after'],
    ['?after=-1', 'after'],
    ['?after=', 'after'],
    ['?type=lead.exploded', 'type'],
    ['?limit=0', 'limit'],
    ['?since=1', 'since'],
  ] as const) {
    test(`400 for ${query}`, async () => {
      const key = await server.createKey();
      assertRefused(await call(server, `/v1/api/events${query}`, { key }), field);
    });
  }

  test('a key sees events within its scopes, and another brand none', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    const lead = await createLead(server, key);
    await call(server, `/v1/api/work-items/${lead.body.id}`, {
      key,
      method: 'PATCH',
      body: { status: 'pending' },
    });
    const leads = await server.createKey({ brandId, scopes: ['leads:read'] });
    const seen = await events(leads);
    assert.deepEqual(types(seen), ['lead.created', 'lead.converted']);
    // It has become a job.
    assert.deepEqual(
      seen.map(({ data }: { data: unknown }) => data),
      [null, null],
    );
    const customers = await server.createKey({ brandId, scopes: ['customers:read'] });
    assert.deepEqual(types(await events(customers)), ['customer.created']);
    assert.deepEqual(await events(customers, '?type=lead.created'), []);
    assert.deepEqual(await events(await server.createKey()), []);
    const writer = await server.createKey({ brandId, scopes: ['leads:write'] });
    assert.equal((await call(server, '/v1/api/events', { key: writer })).status, 403);
  });

  test('failed photos have an event', async () => {
    const key = await server.createKey();
    await createLead(server, key, { photoUrls: ['http://plain.test/a.jpg'] });
    const [, , failed] = await events(key);
    assert.equal(failed.type, 'photo.failed');
    assert.equal(failed.actor, 'system');
    assert.equal(failed.changes.photos.after.error, 'not_https');
  });

  test('a refused lead has only the event of its intake', async () => {
    const key = await server.createKey();
    await createLead(server, key, { title: '' });
    assert.deepEqual(
      (await events(key)).map(({ type }: { type: string }) => type),
      ['intake.refused'],
    );
  });
});
