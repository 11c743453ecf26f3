// What several people share through an assistant: who does a job, when to come back to it, and notes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Scope } from '#contract/scopes.ts';
import { type Assistant, startAssistant, transports } from '../support/assistant.ts';
import { call, createLead } from '../support/call.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();

for (const over of transports) {
  describe(`${over}: work of several people`, () => {
    let assistant: Assistant;
    let me: SignedIn;
    let key: string;
    before(async () => {
      me = await signInAs(server);
      key = await server.createKey({ brandId: me.brandId });
      assistant = await startAssistant({ url: server.url, key, over });
      await assistant.client.listTools();
    });
    after(() => assistant?.close());

    const idsOf = ({ data }: { data: { items: { id: string }[] } }) =>
      data.items.map(({ id }) => id);

    test('a lead is given to a member, and found by them and by its follow-up', async () => {
      const members = await assistant.call('list_members');
      assert.deepEqual([members.text, idsOf(members)], ['1 member; these are all', [me.accountId]]);
      const [{ id }, other] = [
        (await createLead(server, key)).body,
        (await createLead(server, key, { title: 'Gutter' })).body,
      ];
      const { version } = (await assistant.call('get_work_item', { id })).data;
      const patch = { assigneeId: me.accountId, followUpAt: '2026-11-19T09:00:00+01:00' };
      const changed = await assistant.call('update_work_item', { id, version, ...patch });
      assert.equal(changed.text, 'Changed: assigneeId, followUpAt');
      assert.equal(changed.data.assigneeId, me.accountId);
      const list = (filter: Record<string, unknown>) => assistant.call('list_leads', filter);
      const mine = await list({ assigneeId: me.accountId });
      assert.deepEqual(idsOf(mine), [id]);
      assert.equal(mine.data.items[0].followUpAt, '2026-11-19T08:00:00.000Z');
      assert.deepEqual(idsOf(await list({ assigneeId: 'none' })), [other.id]);
      assert.deepEqual(idsOf(await list({ followUpBefore: '2026-11-19T08:00:01Z' })), [id]);
      assert.deepEqual(idsOf(await list({ followUpBefore: '2026-11-19T08:00:00Z' })), []);
    });

    test('a note is added below the others, and the same note only once', async () => {
      const { id } = (await createLead(server, key, { notes: 'Has a dog' })).body;
      const text = 'Called: she is at home on Thursday.';
      const added = await assistant.call('add_note', { id, text });
      assert.deepEqual([added.text, added.data.text], ['Added the note', text]);
      const again = await assistant.call('add_note', { id, text });
      assert.match(again.text, /no second one/);
      assert.deepEqual(again.data, added.data);
      const read = await assistant.call('get_work_item', { id });
      assert.equal(read.data.notes, `Has a dog\n\n${text}`);
      const refused = await assistant.call('add_note', { id, text: '' });
      assert.match(refused.text, /^text /);
    });

    test('a finished job has its hours and materials', async () => {
      const { id } = (await createLead(server, key)).body;
      const plan = { id, status: 'scheduled', scheduledStart: '2026-11-20T09:00:00+01:00' };
      const done = { id, status: 'completed', hoursWorked: '1.5 h', materials: '2 m pipe' };
      for (const move of [plan, { id, status: 'in_progress' }, done]) {
        assert.equal((await assistant.call('move_work_item', move)).isError, false);
      }
      const { body } = await call(server, `/v1/api/work-items/${id}`, { key });
      assert.deepEqual([body.hoursWorked, body.materials], ['1.5 h', '2 m pipe']);
    });

    test('a key without personal data has neither members nor notes', async () => {
      const scopes: Scope[] = ['leads:read', 'leads:write'];
      const impersonal = await server.createKey({
        brandId: me.brandId,
        scopes,
        isImpersonal: true,
      });
      const quiet = await startAssistant({ url: server.url, key: impersonal, over });
      try {
        const names = (await quiet.client.listTools()).tools.map(({ name }) => name);
        assert.deepEqual(names, [
          'list_leads',
          'get_work_item',
          'list_history',
          'move_work_item',
          'update_work_item',
        ]);
      } finally {
        await quiet.close();
      }
    });
  });
}
