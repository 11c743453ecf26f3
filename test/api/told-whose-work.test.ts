// Push notifications of an assignment and of a follow-up go to the member whose work it is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { signInAs } from '../support/sign-in.ts';

await withEachServer('told whose work', (server) => {
  let service: PushService;
  before(async () => {
    service = await startPushService({ isShared: true });
  });
  after(() => service?.close());

  test('who is given a lead hears of it, and of its follow-up', async () => {
    const owner = await signInAs(server, { name: 'Olga' });
    const piet = await signInAs(server, { brandId: owner.brandId, role: 'member', name: 'Piet' });
    const kinds = { push: ['assigned', 'followUpDue'] };
    for (const member of [owner, piet]) {
      await member.call('/v1/app/account', { method: 'PATCH', body: { language: 'en' } });
      await member.call('/v1/app/notifications', { method: 'PATCH', body: kinds });
    }
    const [ofOwner, ofPiet] = [await service.browserOf(owner), await service.browserOf(piet)];
    const key = await server.createKey({ brandId: owner.brandId });
    const { id } = (await createLead(server, key, { title: 'Gutter', firstName: 'Jan' })).body;
    const patch = async (body: object) => {
      const answer = await owner.call(`/v1/api/work-items/${id}`, { method: 'PATCH', body });
      assert.equal(answer.status, 200, answer.text);
    };
    await patch({ assigneeId: piet.accountId });
    await ofPiet.until(1);
    await patch({ followUpAt: new Date(Date.now() + 300).toISOString() });
    await ofPiet.until(2);
    assert.deepEqual(
      ofPiet.pushed.map(({ data }) => [data.title, data.path, data.tag]),
      [
        ['Lead for you: Jan', `/leads/${id}`, `assigned ${id}`],
        ['Call back now: Jan', `/leads/${id}`, `followUpDue ${id}`],
      ],
    );
    // Nobody's follow-up is told to everyone who wants it.
    await patch({ assigneeId: null, followUpAt: new Date(Date.now() + 300).toISOString() });
    await Promise.all([ofOwner.until(1), ofPiet.until(3)]);
    assert.deepEqual(
      ofOwner.pushed.map(({ data }) => data.tag),
      [`followUpDue ${id}`],
    );
  });
});
