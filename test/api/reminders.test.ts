// When owners are reminded of a lead: the brand's settings decide, and a change of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

await withEachServer('reminders', (server) => {
  let service: PushService;
  before(async () => {
    service = await startPushService({ isShared: true });
  });
  after(() => service?.close());

  test('only settings that decide when a lead is answered in time replan them', async () => {
    const me = await signInAs(server);
    await service.browserOf(me);
    const key = await server.createKey({ brandId: me.brandId });
    await createLead(server, key);
    const set = async (body: object) => {
      const answer = await me.call('/v1/app/brand', { method: 'PATCH', body });
      assert.equal(answer.status, 200, answer.text);
    };
    const reminder = async () => {
      const [found] = await server.withDatabase((db) =>
        db.all<{ plannedAt: number; dueAt: number; claims: number }>(
          `select planned_at as "plannedAt", due_at as "dueAt", claims from jobs
            where brand_id = ? and kind = 'remindUnanswered'`,
          me.brandId,
        ),
      );
      return found;
    };
    await eventually(async () => (await reminder()) !== undefined);
    const planned = (await reminder())!;
    await set({ name: 'Another name', colour: '#2266aa', language: 'en' });
    assert.deepEqual(await reminder(), planned);
    let dueAt = planned.dueAt;
    const hour = { days: [1], from: 480, until: 540 };
    for (const change of [{ answerMinutes: 300 }, { workingHours: hour }]) {
      await set(change);
      await eventually(async () => {
        const found = await reminder();
        return found !== undefined && found.dueAt !== dueAt && found.dueAt > Date.now();
      });
      dueAt = (await reminder())!.dueAt;
    }
    const { claims } = (await reminder())!;
    await set({ timeZone: 'Asia/Tokyo' });
    await eventually(async () => (await reminder())!.claims > claims);
  });
});
