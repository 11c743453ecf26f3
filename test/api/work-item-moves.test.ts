// Every move between two statuses, allowed and refused.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { statuses, type Status } from '#contract/work-item-lists.ts';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';

// Spelled out, not imported: the two must agree.
const allowed: Record<Status, Status[]> = {
  request: ['contacted', 'quote_sent', 'inspection', 'lost', 'pending', 'scheduled'],
  contacted: ['request', 'quote_sent', 'inspection', 'lost', 'pending', 'scheduled'],
  quote_sent: ['request', 'contacted', 'inspection', 'lost', 'pending', 'scheduled'],
  inspection: ['request', 'contacted', 'quote_sent', 'lost', 'pending', 'scheduled'],
  lost: ['request', 'contacted', 'quote_sent', 'inspection'],
  pending: ['scheduled', 'in_progress', 'cancelled'],
  scheduled: ['pending', 'in_progress', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: ['in_progress'],
  cancelled: ['pending'],
};

// The moves from a new lead to each status.
const ways: Record<Status, Status[]> = {
  request: [],
  contacted: ['contacted'],
  quote_sent: ['quote_sent'],
  inspection: ['inspection'],
  lost: ['lost'],
  pending: ['pending'],
  scheduled: ['scheduled'],
  in_progress: ['pending', 'in_progress'],
  completed: ['pending', 'in_progress', 'completed'],
  cancelled: ['pending', 'cancelled'],
};
const jobs = new Set<Status>(['pending', 'scheduled', 'in_progress', 'completed', 'cancelled']);
const start = '2026-12-01T09:00:00.000Z';

await withEachServer('moves', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });

  const patch = (id: string, body: Record<string, unknown>) =>
    call(server, `/v1/api/work-items/${id}`, { key, method: 'PATCH', body });

  async function itemWith(status: Status): Promise<string> {
    const { id } = (await createLead(server, key)).body;
    for (const step of ways[status]) {
      assert.equal((await patch(id, { status: step, scheduledStart: start })).status, 200);
    }
    return id;
  }

  for (const from of statuses) {
    test(`from ${from}`, async () => {
      for (const to of statuses) {
        const id = await itemWith(from);
        const answer = await patch(id, { status: to, scheduledStart: start });
        if (to === from || allowed[from].includes(to)) {
          assert.equal(answer.status, 200, `${from} → ${to}`);
          assert.equal(answer.body.status, to);
          const isJob = jobs.has(to);
          const lists = { '/v1/api/leads': !isJob, '/v1/api/work-items': isJob };
          for (const [list, isListed] of Object.entries(lists)) {
            const { body } = await call(server, `${list}?customerId=${answer.body.customerId}`, {
              key,
            });
            const found = body.data.find((item: { id: string }) => item.id === id);
            assert.equal(found !== undefined, isListed, `${from} → ${to} in ${list}`);
            if (found) assert.equal(found.status, to);
          }
        } else {
          assertError(answer, 409);
          assert.equal(
            answer.body.message,
            `status cannot go from ${from} to ${to}: allowed from ${from} are ${allowed[from].join(', ')}`,
          );
          const { body } = await call(server, `/v1/api/work-items/${id}`, { key });
          assert.equal(body.status, from);
        }
      }
    });
  }

  test('start and completion times are set by their moves', async () => {
    const id = await itemWith('pending');
    const began = (await patch(id, { status: 'in_progress' })).body;
    assert.ok(Math.abs(Date.parse(began.actualStart) - Date.now()) < 60_000);
    assert.equal(began.actualEnd, null);
    const ended = (await patch(id, { status: 'completed' })).body;
    assert.equal(ended.actualStart, began.actualStart);
    assert.ok(Date.parse(ended.actualEnd) >= Date.parse(ended.actualStart));
    const reopened = (await patch(id, { status: 'in_progress' })).body;
    assert.equal(reopened.actualStart, began.actualStart);
    assert.equal(reopened.actualEnd, null);
  });

  test('scheduled requires a start, also after later changes', async () => {
    const { id } = (await createLead(server, key)).body;
    const refused = await patch(id, { status: 'scheduled' });
    assertError(refused, 400);
    assert.match(refused.body.message[0], /^scheduledStart /);
    assert.equal((await patch(id, { status: 'scheduled', scheduledStart: start })).status, 200);
    assertError(await patch(id, { scheduledStart: null }), 400);
    const moved = await patch(id, { status: 'pending', scheduledStart: null });
    assert.equal(moved.body.scheduledStart, null);
  });

  test('only lost and cancelled take a reason, which is kept', async () => {
    const { id } = (await createLead(server, key)).body;
    assertError(await patch(id, { status: 'contacted', reason: 'why not' }), 400);
    assertError(await patch(id, { reason: 'why not' }), 400);
    assert.equal((await patch(id, { status: 'lost', reason: 'Too far away' })).status, 200);
    assert.equal((await patch(id, { status: 'lost', reason: 'Sent again' })).status, 200);
    assertError(await patch(id, { reason: 'why not' }), 400);
    const { body } = await call(server, `/v1/api/work-items/${id}/history`, { key });
    assert.equal(body.data.at(-1).reason, 'Too far away');
    assert.deepEqual(body.data.at(-1).changes, { status: { before: 'request', after: 'lost' } });

    const { id: jobId } = (await createLead(server, key)).body;
    assert.equal((await patch(jobId, { status: 'pending' })).status, 200);
    assert.equal((await patch(jobId, { status: 'cancelled', reason: 'Moved house' })).status, 200);
    const { body: told } = await call(server, `/v1/api/work-items/${jobId}/history`, { key });
    assert.equal(told.data.at(-1).reason, 'Moved house');
  });
});
