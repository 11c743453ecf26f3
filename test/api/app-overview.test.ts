// The overview of a brand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { logTraffic } from '../support/logged-traffic.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
// At most this many requests are counted per day.
const requestsPerDayMax = 10_000;

await withEachServer('the overview', (server) => {
  test('leads, outcomes and response times, by days of the brand', async () => {
    const { id: brandId } = await server.createBrand({ country: 'NL' });
    const me = await signInAs(server, { brandId });
    const key = await server.createKey({ brandId });
    // An hour, by day and night.
    const always = { workingHours: { days: [1, 2, 3, 4, 5, 6, 7], from: 0, until: 1440 } };
    const set = await me.call('/v1/app/brand', { method: 'PATCH', body: always });
    assert.deepEqual([set.status, set.body.answerMinutes], [200, 60]);
    const lead = async (fields = {}) => (await createLead(server, key, fields)).body.id as string;
    const move = async (id: string, body: object) => {
      const path = `/v1/api/work-items/${id}`;
      assert.equal((await call(server, path, { key, method: 'PATCH', body })).status, 200);
    };
    const [won, lost, slow, gone] = [
      await lead(),
      await lead(),
      await lead({ source: 'phone' }),
      await lead(),
    ];
    await lead({ source: 'phone' });
    await move(won, { status: 'contacted' });
    await move(won, { status: 'pending' });
    await move(lost, { status: 'lost', reason: 'too dear' });
    await move(slow, { status: 'contacted' });
    await call(server, `/v1/api/work-items/${gone}`, { key, method: 'DELETE' });
    // Created by hand, so it is not a lead.
    const { body: item } = await call(server, `/v1/api/work-items/${won}`, { key });
    await call(server, '/v1/api/work-items', {
      key,
      body: { customerId: item.customerId, title: 'By hand', status: 'pending' },
    });
    assertError(await createLead(server, key, { title: 7 }), 400);
    // Requests by members do not count as API traffic.
    assertError(await me.call('/v1/api/leads', { body: {} }), 400);

    // Reading the feed numbers pending events; until then PostgreSQL has them in another table.
    assert.equal((await call(server, '/v1/api/events', { key })).status, 200);
    // Moves some records into the past. In winter the day there begins at 23:00 UTC.
    const noon = Math.floor(Date.now() / dayMs) * dayMs - 12 * 60 * minuteMs;
    const moved: [string, string, number][] = [
      [won, 'lead.created', noon],
      [won, 'lead.status_changed', noon + 30 * minuteMs],
      [lost, 'lead.created', noon],
      [lost, 'lead.status_changed', noon + 10 * minuteMs],
      [slow, 'lead.created', noon - dayMs],
      [slow, 'lead.status_changed', noon + 20 * minuteMs],
    ];
    await server.withDatabase(async (db) => {
      for (const [id, type, at] of moved) {
        const changed = await db.run(
          'update events set created_at = ? where subject_id = ? and type = ?',
          at,
          id,
          type,
        );
        assert.equal(changed, 1);
      }
    });

    const read = async () => (await me.call('/v1/app/overview?days=7')).body;
    await eventually(async () => (await refusedOf(server, brandId)) === 2);
    // The request log is written after the answers.
    await eventually(async () => (await read()).api.days.at(-1).requests > 10);
    const overview = await read();
    const fields = 'timeZone isComplete days sources responseTime conversion openQuotes api';
    assert.equal(Object.keys(overview).join(' '), fields);
    assert.equal(overview.timeZone, 'Europe/Amsterdam');
    assert.equal(overview.isComplete, true);
    const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const byDate = new Map(
      overview.days.map(({ date, ...day }: { date: string }) => [date, day] as const),
    );
    assert.equal(overview.days.length, 7);
    assert.deepEqual(byDate.get(dateOf(noon)), { leads: 2, converted: 0, lost: 1 });
    assert.deepEqual(byDate.get(dateOf(noon - dayMs)), { leads: 1, converted: 0, lost: 0 });
    assert.deepEqual(
      { ...overview.days.at(-1), date: '' },
      {
        date: '',
        leads: 1,
        converted: 1,
        lost: 0,
      },
    );
    assert.deepEqual(overview.sources, [
      { source: 'phone', leads: 2, converted: 0, lost: 0 },
      { source: 'web', leads: 2, converted: 1, lost: 1 },
    ]);
    // Ten minutes, thirty minutes, and a day and twenty minutes.
    assert.deepEqual(overview.responseTime, {
      medianMinutes: 30,
      spread: [
        { upToMinutes: 15, leads: 1 },
        { upToMinutes: 60, leads: 1 },
        { upToMinutes: 240, leads: 0 },
        { upToMinutes: 1440, leads: 0 },
        { upToMinutes: null, leads: 1 },
      ],
      waiting: 1,
      // The one that waits is new.
      inTime: { answered: 2, due: 3 },
    });
    assert.deepEqual(overview.conversion, { leads: 4, converted: 1, lost: 1 });
    const today = overview.api.days.at(-1);
    assert.equal(overview.api.days.length, 7);
    assert.equal(today.date, overview.days.at(-1).date);
    assert.equal(today.refused, 1);
    assert.ok(today.requests > 10, `${today.requests} requests`);
    assert.equal(today.failed, 0);
    assert.equal(today.isMore, false);
    assert.equal(today.isMoreRefused, false);

    const helper = await signInAs(server, { role: 'member', brandId });
    const seen = (await helper.call('/v1/app/overview?days=7')).body;
    assert.deepEqual(seen, { ...overview, api: null });
  });

  test('a lost lead that is reopened is open; one lost twice counts once', async () => {
    const { id: brandId } = await server.createBrand();
    const me = await signInAs(server, { brandId });
    const key = await server.createKey({ brandId });
    const statuses = [
      ['lost', 'contacted'],
      ['lost', 'request', 'lost'],
      ['lost', 'contacted', 'pending'],
      ['contacted', 'scheduled', 'pending', 'in_progress'],
    ];
    for (const moves of statuses) {
      const { body: lead } = await createLead(server, key, {});
      for (const status of moves) {
        const at = new Date().toISOString();
        const body = { status, ...(status === 'scheduled' && { scheduledStart: at }) };
        const path = `/v1/api/work-items/${lead.id}`;
        assert.equal((await call(server, path, { key, method: 'PATCH', body })).status, 200);
      }
    }
    const { body } = await me.call('/v1/app/overview');
    assert.deepEqual(body.conversion, { leads: 4, converted: 2, lost: 1 });
    assert.deepEqual(body.sources, [{ source: 'web', leads: 4, converted: 2, lost: 1 }]);
    assert.equal(body.responseTime.spread[0].leads, 4);
    assert.equal(body.responseTime.waiting, 0);
  });

  test('the value of open quotes', async () => {
    const me = await signInAs(server);
    const quote = async (changes: object) => {
      const { body } = await me.call('/v1/api/leads', {
        body: { customerName: 'Kees', title: 'Roof' },
      });
      await me.call(`/v1/api/work-items/${body.id}`, { method: 'PATCH', body: changes });
    };
    const status = 'quote_sent';
    await quote({ status, estimatedCost: 120_000 });
    await quote({ status, estimatedCost: 30_050 });
    await quote({ status });
    await quote({ estimatedCost: 999 });
    await quote({ status, estimatedCost: 999, archived: true });
    const { openQuotes } = (await me.call('/v1/app/overview')).body;
    assert.deepEqual(openQuotes, { quotes: 3, priced: 2, cents: 150_050, isMore: false });
  });

  test('refused and failed requests are counted apart, up to a limit', async () => {
    const { id: brandId } = await server.createBrand();
    const me = await signInAs(server, { brandId });
    await server.createKey({ brandId });
    const traffic = (status: number, count: number) =>
      logTraffic(server, { brandId, status, count });
    await traffic(200, requestsPerDayMax - 6);
    await traffic(404, 3);
    await traffic(500, 1);
    await traffic(503, 1);
    const today = async (days: number) =>
      (await me.call(`/v1/app/overview?days=${days}`)).body.api.days.at(-1);
    const { date, ...counts } = await today(7);
    assert.match(date, /^\d{4}-\d\d-\d\d$/);
    const whole = { refused: 3, failed: 2, isMoreRefused: false };
    assert.deepEqual(counts, { requests: requestsPerDayMax - 1, isMore: false, ...whole });

    await traffic(200, 2);
    // Refused requests are still counted. The overview is cached for some seconds.
    const full = { date, requests: requestsPerDayMax, isMore: true };
    assert.deepEqual(await today(30), { ...full, ...whole });

    await traffic(502, requestsPerDayMax);
    const { refused, failed, ...more } = await today(90);
    assert.deepEqual(more, { ...full, isMoreRefused: true });
    assert.equal(refused + failed, requestsPerDayMax);
    assert.ok(failed >= requestsPerDayMax - 3, `${failed} failed`);
  });

  test('an empty brand still has days', async () => {
    const me = await signInAs(server);
    for (const [query, days, logged] of [
      ['', 30, 30],
      ['?days=90', 90, 30],
    ] as const) {
      const { body } = await me.call(`/v1/app/overview${query}`);
      assert.equal(body.days.length, days);
      assert.equal(body.api.days.length, logged);
      assert.ok(body.days.every(({ leads }: { leads: number }) => leads === 0));
      assert.deepEqual(body.sources, []);
      assert.equal(body.responseTime.medianMinutes, null);
      assert.ok(
        body.responseTime.spread.every(({ leads }: { leads: number }) => leads === 0),
        'nobody was answered',
      );
      assert.equal(body.responseTime.waiting, 0);
      assert.deepEqual(body.conversion, { leads: 0, converted: 0, lost: 0 });
    }
    for (const query of ['?days=8', '?days=', '?since=1']) {
      assertError(await me.call(`/v1/app/overview${query}`), 400);
    }
  });
});

function refusedOf(server: TestServer, brandId: string): Promise<number> {
  return server.withDatabase(async (db) => {
    const rows = await db.all(
      'select id from logged_requests where brand_id = ? and status >= 400',
      brandId,
    );
    return rows.length;
  });
}
