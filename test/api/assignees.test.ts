// Who does a lead or a job: named at creation, changed, listed, and cleared when a member leaves.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import Papa from 'papaparse';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

await withEachServer('assignees', (server) => {
  let owner: SignedIn;
  let piet: SignedIn;
  let key: string;
  before(async () => {
    owner = await signInAs(server, { name: 'Olga' });
    const { brandId } = owner;
    piet = await signInAs(server, { brandId, role: 'member', name: 'Piet' });
    key = await server.createKey({ brandId });
  });

  const itemPath = (id: string) => `/v1/api/work-items/${id}`;
  const patch = (id: string, body: object, as = owner) =>
    as.call(itemPath(id), { method: 'PATCH', body });
  const historyOf = async (id: string) =>
    (await call(server, `${itemPath(id)}/history`, { key })).body.data;
  const typesOf = async (id: string) =>
    (await historyOf(id)).map(({ type }: { type: string }) => type);

  test('a lead is assigned and taken back, with an event that says by whom', async () => {
    const lead = (await createLead(server, key)).body;
    assert.equal(lead.assigneeId, null);
    const assigned = await patch(lead.id, { assigneeId: piet.accountId });
    assert.equal(assigned.status, 200, assigned.text);
    assert.equal(assigned.body.assigneeId, piet.accountId);
    // The same again changes nothing.
    await patch(lead.id, { assigneeId: piet.accountId });
    await patch(lead.id, { assigneeId: null, priority: 'urgent' });
    const [, first, ...rest] = await historyOf(lead.id);
    assert.equal(first.type, 'work_item.assigned');
    assert.deepEqual(first.changes, { assigneeId: { before: null, after: piet.accountId } });
    assert.deepEqual([first.actor, first.actorId], ['member', owner.accountId]);
    assert.deepEqual(
      rest.map(({ type, changes }: { type: string; changes: object }) => [
        type,
        Object.keys(changes),
      ]),
      [
        ['lead.updated', ['priority']],
        ['work_item.assigned', ['assigneeId']],
      ],
    );
  });

  test('somebody may be named at creation', async () => {
    const assigneeId = piet.accountId;
    const lead = (await createLead(server, key, { assigneeId })).body;
    assert.equal(lead.assigneeId, assigneeId);
    assert.deepEqual((await typesOf(lead.id)).slice(-2), ['lead.created', 'work_item.assigned']);
    const body = { title: 'Boiler', customer: { name: 'Anna' }, assigneeId };
    const job = await call(server, '/v1/api/work-items', { key, body });
    assert.equal(job.body.assigneeId, assigneeId, job.text);
    assert.deepEqual(await typesOf(job.body.id), ['work_item.created', 'work_item.assigned']);
    // Form tools send blanks.
    assert.equal((await createLead(server, key, { assigneeId: '' })).body.assigneeId, null);
  });

  test('an exported table names them', async () => {
    const { id } = (await createLead(server, key, { assigneeId: piet.accountId })).body;
    const { text } = await owner.call('/v1/app/export/leads.csv');
    const { data } = Papa.parse<Record<string, string>>(text, { header: true });
    const row = data.find((one) => one['id'] === id)!;
    assert.deepEqual([row['assigneeId'], row['assigneeName']], [piet.accountId, 'Piet']);
  });

  test('only a member of the brand can be named', async () => {
    const stranger = (await signInAs(server)).accountId;
    const { id } = (await createLead(server, key)).body;
    for (const assigneeId of [stranger, 'Piet', id]) {
      const job = { title: 'Boiler', customer: { name: 'Anna' }, assigneeId };
      const refused = [
        await createLead(server, key, { assigneeId }),
        await call(server, '/v1/api/work-items', { key, body: job }),
        await patch(id, { assigneeId }),
      ];
      for (const answer of refused) {
        assertError(answer, 400);
        const [message] = answer.body.message;
        assert.match(message, /^assigneeId names no member .* GET \/v1\/api\/members/);
        assert.match(answer.headers.get('error-details')!, /"assigneeId";rule=member_unknown/);
      }
    }
    const leads = [
      { customerName: 'A', title: 'A', assigneeId: stranger },
      { customerName: 'B', title: 'B', assigneeId: piet.accountId },
    ];
    const { body } = await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    assert.match(body.data[0].error.message[0], /^assigneeId names no member/);
    assert.equal(body.data[1].workItem.assigneeId, piet.accountId);
  });

  test('lists show what somebody does, what nobody does, and mine', async () => {
    const { brandId } = await signInAs(server, { name: 'Boss' });
    const me = await signInAs(server, { brandId, role: 'member', name: 'Me' });
    const ownKey = await server.createKey({ brandId });
    const made: Record<string, string[]> = { mine: [], none: [] };
    for (let n = 0; n < 5; n++) {
      const assigneeId = n % 2 === 0 ? me.accountId : null;
      const { id } = (await createLead(server, ownKey, { assigneeId })).body;
      made[assigneeId ? 'mine' : 'none']!.unshift(id);
    }
    const ids = async (query: string) =>
      (await listAll(server, ownKey, `/v1/api/leads?limit=2&${query}`)).map(({ id }) => id);
    assert.deepEqual(await ids(`assigneeId=${me.accountId}`), made['mine']);
    assert.deepEqual(await ids('assigneeId=none'), made['none']);
    assert.deepEqual(
      await ids(`assigneeId=${me.accountId}&sort=updatedAt`),
      made['mine']!.toReversed(),
    );
    assert.deepEqual(await ids(`assigneeId=${me.accountId}&status=contacted`), []);
    const mine = await me.call('/v1/api/leads?assigneeId=me');
    assert.deepEqual(
      mine.body.data.map(({ id }: { id: string }) => id),
      made['mine'],
    );
    const refused = await call(server, '/v1/api/leads?assigneeId=me', { key: ownKey });
    assertError(refused, 400);
    assert.match(refused.body.message[0], /^assigneeId can be me only for a signed-in member/);
  });

  test('the members and their names are listed, also for a key that only reads', async () => {
    const { brandId } = owner;
    const reader = await server.createKey({ brandId, scopes: ['work-items:read'] });
    const { body } = await call(server, '/v1/api/members', { key: reader });
    assert.deepEqual(
      body.data.map(({ name }: { name: string }) => name),
      ['Olga', 'Piet'],
    );
    assert.deepEqual(Object.keys(body.data[0]), ['id', 'name']);
    const writer = await server.createKey({ brandId, scopes: ['leads:write'] });
    assertError(await call(server, '/v1/api/members', { key: writer }), 403);
  });

  test('open work of a member who leaves is nobody’s; finished work keeps the name', async () => {
    const boss = await signInAs(server, { name: 'Boss' });
    const { brandId } = boss;
    const leaver = await signInAs(server, { brandId, role: 'member', name: 'Leo' });
    const assigneeId = leaver.accountId;
    const ownKey = await server.createKey({ brandId });
    const open = (await createLead(server, ownKey, { assigneeId })).body.id;
    const lost = (await createLead(server, ownKey, { assigneeId })).body.id;
    assert.equal((await patch(lost, { status: 'lost' }, boss)).status, 200);
    const removed = await boss.call(`/v1/app/members/${assigneeId}`, { method: 'DELETE' });
    assert.equal(removed.status, 204, removed.text);
    const read = async (id: string) => (await call(server, itemPath(id), { key: ownKey })).body;
    await eventually(async () => (await read(open)).assigneeId === null);
    assert.equal((await read(lost)).assigneeId, assigneeId);
    const { data } = (await call(server, `${itemPath(open)}/history`, { key: ownKey })).body;
    const last = data.at(-1);
    assert.deepEqual([last.type, last.actor], ['work_item.assigned', 'system']);
    assert.deepEqual(last.changes, { assigneeId: { before: assigneeId, after: null } });
    // A later change of other fields is not refused for the name that is left.
    assert.equal((await patch(lost, { priority: 'low' }, boss)).status, 200);
    assertError(await patch(open, { assigneeId }, boss), 400);
  });
});
