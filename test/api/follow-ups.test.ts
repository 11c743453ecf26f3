// Follow-ups: set, listed, and told once when they are due.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

await withEachServer('follow-ups', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });

  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const patch = (id: string, body: object) =>
    call(server, `/v1/api/work-items/${id}`, { key, method: 'PATCH', body });
  const dueEvents = async (id: string) => {
    const { body } = await call(server, `/v1/api/work-items/${id}/history`, { key });
    return body.data.filter(({ type }: { type: string }) => type === 'work_item.follow_up_due');
  };
  const untilDue = (id: string) => eventually(async () => (await dueEvents(id)).length > 0);
  const newLead = async (fields = {}) => (await createLead(server, key, fields)).body;

  test('a follow-up is told once, when it is due', async () => {
    const followUpAt = inMs(300);
    const lead = await newLead({ followUpAt });
    assert.equal(lead.followUpAt, followUpAt);
    await untilDue(lead.id);
    const [event, ...others] = await dueEvents(lead.id);
    assert.deepEqual(others, []);
    assert.ok(event.createdAt >= followUpAt);
    assert.deepEqual([event.actor, event.changes], ['system', {}]);
    // It stays set until somebody clears it, and is not told again.
    const { body } = await patch(lead.id, { priority: 'high' });
    assert.equal(body.followUpAt, followUpAt);
    // A later one is.
    await patch(lead.id, { followUpAt: inMs(200) });
    await eventually(async () => (await dueEvents(lead.id)).length === 2);
  });

  test('a changed or cleared time cancels the earlier one', async () => {
    const moved = await newLead({ followUpAt: inMs(700) });
    const cleared = await newLead({ followUpAt: inMs(700) });
    const lost = await newLead({ followUpAt: inMs(700) });
    const later = '2030-01-02T09:00:00+01:00';
    const { body } = await patch(moved.id, { followUpAt: later });
    assert.equal(body.followUpAt, '2030-01-02T08:00:00.000Z');
    assert.equal((await patch(cleared.id, { followUpAt: null })).body.followUpAt, null);
    assert.equal((await patch(lost.id, { status: 'lost' })).status, 200);
    // Due after the others.
    const last = await newLead({ followUpAt: inMs(900) });
    await untilDue(last.id);
    for (const { id } of [moved, cleared, lost]) assert.deepEqual(await dueEvents(id), []);
  });

  test('there and back again is told once', async () => {
    const first = inMs(1_000);
    const { id } = await newLead({ followUpAt: first });
    await patch(id, { followUpAt: inMs(60_000) });
    await patch(id, { followUpAt: first });
    await untilDue(id);
    const after = await newLead({ followUpAt: inMs(100) });
    await untilDue(after.id);
    assert.equal((await dueEvents(id)).length, 1);
  });

  test('a list shows what is to be followed up before a time', async () => {
    const ownKey = await server.createKey();
    const make = async (followUpAt: string | null) =>
      (await createLead(server, ownKey, { followUpAt })).body.id as string;
    const late = await make('2029-03-01T09:00:00Z');
    const soon = await make('2029-02-01T09:00:00Z');
    await make(null);
    const ids = async (query: string) =>
      (await listAll(server, ownKey, `/v1/api/leads?limit=1&${query}`)).map(({ id }) => id);
    assert.deepEqual(await ids('followUpBefore=2029-02-15T00:00:00Z'), [soon]);
    assert.deepEqual(await ids('followUpBefore=2029-04-01T00:00:00Z'), [soon, late]);
    assert.deepEqual(await ids('followUpBefore=2029-04-01T00:00:00Z&status=lost'), []);
    assert.deepEqual(await ids('followUpBefore=2029-02-01T09:00:00Z'), []);
  });

  test('a time without a zone is refused', async () => {
    const { id } = await newLead();
    for (const followUpAt of ['Thursday', '2026-11-19T09:00:00']) {
      const refused = [
        await createLead(server, key, { followUpAt }),
        await patch(id, { followUpAt }),
      ];
      for (const answer of refused) {
        assertError(answer, 400);
        assert.match(answer.body.message[0], /^followUpAt must be a date and time with a zone/);
      }
    }
  });
});
