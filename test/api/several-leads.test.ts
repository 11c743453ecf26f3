// An intake with several leads, which a person accepts: each becomes a lead, and nothing of it is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { makeChannel, newVisitor, type TestChannel } from '../support/forms.ts';
import { assertError } from '../support/shapes.ts';

await withEachServer('several leads in one', (server) => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `Jan ${n}`, message: `Tap ${n}` }));

  /** A hook with an intake of that body, which is held. */
  const held = async (body: object) => {
    const channel = await makeChannel(server, { type: 'hook', name: 'Portal' });
    const answer = await call(server, channel.path, { body, headers: newVisitor() });
    assert.equal(answer.status, 200, answer.text);
    const [intake] = await channel.intakes();
    assert.deepEqual([intake.state, intake.reason], ['held', 'several_leads']);
    return { channel, id: intake.id as string };
  };
  const read = async ({ key }: TestChannel, id: string) =>
    (await call(server, `/v1/api/intakes/${id}`, { key })).body;
  const accept = ({ key }: TestChannel, id: string, body?: object) =>
    call(server, `/v1/api/intakes/${id}/accept`, { key, method: 'POST', ...(body && { body }) });
  const names = async (channel: TestChannel) =>
    (await channel.leads()).map(({ customer }) => customer.name).toSorted();

  test('each becomes a lead with the time of the intake; parts shows them before', async () => {
    const sent = { leads: people(3) };
    const { channel, id } = await held(sent);
    const before = await read(channel, id);
    assert.deepEqual(
      before.parts.map(({ customerName, title }: Record<string, string>) => [customerName, title]),
      [0, 1, 2].map((n) => [`Jan ${n}`, `Tap ${n}`]),
    );
    const made = await accept(channel, id);
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(await names(channel), ['Jan 0', 'Jan 1', 'Jan 2']);
    const leads = await channel.leads();
    for (const { receivedAt } of leads) assert.equal(receivedAt, before.receivedAt);
    assert.equal(made.body.title, 'Tap 0');

    const intakes = await channel.intakes();
    assert.equal(intakes.length, 3);
    assert.deepEqual(
      new Set(intakes.map(({ workItemId }) => workItemId)),
      new Set(leads.map((lead) => lead.id)),
    );
    const after = await read(channel, id);
    assert.deepEqual(
      [after.state, after.workItemId, after.parts, after.body],
      ['lead', made.body.id, null, JSON.stringify(sent)],
    );
    assertError(await accept(channel, id), 409, 'intake_is_lead');
  });

  test('a part that cannot be a lead is refused with its reason', async () => {
    const { channel, id } = await held({ leads: [...people(2), { message: 'Who?' }, 'what?'] });
    assert.equal((await accept(channel, id)).status, 201);
    assert.deepEqual(await names(channel), ['Jan 0', 'Jan 1']);
    const refused = await channel.intakes('&state=refused');
    assert.equal(refused.length, 2);
    for (const one of refused) {
      assert.deepEqual(one.message, ['customerName is required: send a non-empty string']);
    }
    const unknown = refused.find(({ lead }) => lead.title === 'Who?');
    assert.equal((await accept(channel, unknown.id, { customerName: 'Kees' })).status, 201);
    assert.deepEqual(await names(channel), ['Jan 0', 'Jan 1', 'Kees']);
  });

  test('accepted several times at once, they are created once', async () => {
    const { channel, id } = await held({ leads: people(3) });
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(channel, id)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.deepEqual(await names(channel), ['Jan 0', 'Jan 1', 'Jan 2']);
  });

  test('with corrections it is one lead', async () => {
    const { channel, id } = await held({ leads: people(2) });
    const corrections = { customerName: 'Jan en Piet', title: 'Two taps' };
    assert.equal((await accept(channel, id, corrections)).status, 201);
    assert.deepEqual(await names(channel), ['Jan en Piet']);
  });

  test('too many of them stay held', async () => {
    const { channel, id } = await held({ leads: people(101) });
    assert.equal((await accept(channel, id)).status, 413);
    const { state, parts } = await read(channel, id);
    assert.deepEqual([state, parts], ['held', null]);
    assert.deepEqual(await names(channel), []);
  });
});
