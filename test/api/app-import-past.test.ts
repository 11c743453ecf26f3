// Leads of another program keep when they came in and how far they got, and are not today's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { columnsOf, untilImport } from '../support/imports.ts';
import { signInAs } from '../support/sign-in.ts';

const columns = columnsOf({
  name: 'customerName',
  title: 'title',
  receivedAt: 'receivedAt',
  status: 'status',
});
const dayMs = 24 * 3_600_000;

await withEachServer('the past of imported leads', (server) => {
  test('is kept, and they do not count as today’s', async () => {
    const me = await signInAs(server);
    const tenDaysAgo = new Date(Date.now() - 10 * dayMs).toISOString();
    const rows = [
      ['Jan', 'Old and lost', '2024-03-01T09:00:00Z', 'LOST'],
      ['Piet', 'Ten days', tenDaysAgo, 'quote_sent'],
      ['Anna', 'From the future', '2199-01-01T00:00:00Z', ''],
      ['Kees', 'Wrong', 'yesterday', 'somewhere'],
    ];
    const body = { fileName: 'old.csv', columns, rows, isDryRun: false };
    const { id } = (await me.call('/v1/app/imports', { body })).body;
    await untilImport(me, id, 'done');
    const { data } = (await me.call('/v1/api/leads')).body;
    const found = new Map<string, { receivedAt: string; createdAt: string; status: string }>(
      data.map((lead: { title: string }) => [lead.title, lead]),
    );
    assert.equal(found.size, 3);
    const old = found.get('Old and lost')!;
    assert.deepEqual([old.receivedAt, old.status], ['2024-03-01T09:00:00.000Z', 'lost']);
    const ten = found.get('Ten days')!;
    assert.deepEqual([ten.receivedAt, ten.status], [tenDaysAgo, 'quote_sent']);
    const future = found.get('From the future')!;
    assert.ok(future.receivedAt <= future.createdAt, 'never later than now');
    assert.equal(future.status, 'request');

    const { body: record } = await me.call(`/v1/app/imports/${id}`);
    assert.match(JSON.stringify(record), /receivedAt must be a date and time with a zone/);
    assert.match(JSON.stringify(record), /status must be one of request, contacted/);

    const { body: overview } = await me.call('/v1/app/overview?days=30');
    // They were answered elsewhere.
    const { responseTime, conversion } = overview;
    assert.deepEqual(
      [responseTime.waiting, responseTime.medianMinutes, responseTime.inTime],
      [0, null, { answered: 0, due: 0 }],
    );
    assert.deepEqual(conversion, { leads: 2, converted: 0, lost: 0 });
    const perDay = overview.days.map(({ leads }: { leads: number }) => leads);
    assert.equal(perDay.at(-1), 1, 'only the one without a past');
    assert.equal(
      perDay.reduce((sum: number, count: number) => sum + count, 0),
      2,
    );
  });

  test('its outcomes count, and its leads have no response time', async () => {
    const me = await signInAs(server);
    const { brandId } = me;
    const sixDaysAgo = new Date(Date.now() - 6 * dayMs).toISOString();
    const rows = ['lost', 'contacted', 'quote_sent', 'request', 'request'].map((status, n) => [
      `Customer ${n}`,
      `Job ${n}`,
      sixDaysAgo,
      status,
    ]);
    const body = { fileName: 'six.csv', columns, rows, isDryRun: false };
    const { id } = (await me.call('/v1/app/imports', { body })).body;
    await untilImport(me, id, 'done');
    const { data } = (await me.call('/v1/api/leads')).body;
    const moved = data.find(({ status }: { status: string }) => status === 'request');
    const patch = { method: 'PATCH', body: { status: 'contacted' } };
    assert.equal((await me.call(`/v1/api/work-items/${moved.id}`, patch)).status, 200);
    // One that came in here.
    await createLead(server, await server.createKey({ brandId }));
    const { body: overview } = await me.call('/v1/app/overview?days=30');
    assert.deepEqual(overview.conversion, { leads: 6, converted: 0, lost: 1 });
    const { waiting, medianMinutes, inTime } = overview.responseTime;
    assert.deepEqual([waiting, medianMinutes, inTime], [1, null, { answered: 0, due: 0 }]);
  });
});
