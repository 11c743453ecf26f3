// Notifications wait until the quiet hours of a member are over.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

await withEachServer('quiet hours', (server) => {
  let service: PushService;
  before(async () => {
    service = await startPushService({ isShared: true });
  });
  after(() => service?.close());

  const newMember = async (wanted: Parameters<typeof signInAs>[1] = {}) => {
    const me = await signInAs(server, wanted);
    return { me, browser: await service.browserOf(me) };
  };
  const newBrand = async () => {
    const one = await newMember();
    return { ...one, key: await server.createKey({ brandId: one.me.brandId }) };
  };
  const patch = async (member: SignedIn, body: object) => {
    const answer = await member.call('/v1/app/notifications', { method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  /** The pushes about a record that were not sent yet. */
  const waiting = (brandId: string, subject: string) =>
    server.withDatabase((db) =>
      db.all<{ dueAt: number }>(
        `select due_at as "dueAt" from jobs
          where brand_id = ? and kind = 'pushNotice' and subject = ? order by due_at`,
        brandId,
        subject,
      ),
    );
  const hurry = (brandId: string) =>
    server.withDatabase((db) =>
      db.run(
        `update jobs set due_at = planned_at where brand_id = ? and kind = 'pushNotice'`,
        brandId,
      ),
    );

  test('nothing is sent in them, whatever made it late, and they may end sooner', async () => {
    const { me, key, browser } = await newBrand();
    const minute = 60_000;
    const minuteOfDay = (time: number) => {
      const clock = new Date(time).toLocaleTimeString('en-GB', { timeZone: 'Europe/Amsterdam' });
      const [hours, minutes] = clock.split(':').map(Number);
      return hours! * 60 + minutes!;
    };
    const now = Date.now();
    const quietUntil = minuteOfDay(now + 120 * minute);
    await patch(me, { quietFrom: minuteOfDay(now - 120 * minute), quietUntil });
    const { body } = await createLead(server, key);
    const isAtTheirEnd = async () => {
      const [job] = await waiting(me.brandId, body.id);
      return job !== undefined && minuteOfDay(job.dueAt) === quietUntil;
    };
    await eventually(isAtTheirEnd);
    // As after a retry, or a stop of the server.
    await hurry(me.brandId);
    await eventually(isAtTheirEnd);
    assert.equal(browser.attempts, 0);
    await patch(me, { quietFrom: null, quietUntil: null });
    const [pushed] = await browser.until(1);
    assert.equal(pushed!.data.path, `/leads/${body.id}`);
  });

  test('they delay, and lose nothing', async () => {
    const { me, key } = await newBrand();
    const awake = await newMember({ brandId: me.brandId });
    const quiet = await patch(me, { quietFrom: 0, quietUntil: 1440 });
    assert.deepEqual([quiet.quietFrom, quiet.quietUntil], [0, 1440]);
    const browser = await service.browserOf(me);
    const { body } = await createLead(server, key);
    await awake.browser.until(1);
    // The job of the other member may not have ended yet.
    await eventually(async () => (await waiting(me.brandId, body.id)).length === 2);
    // One for each of the two browsers, at midnight there.
    const jobs = await waiting(me.brandId, body.id);
    for (const { dueAt } of jobs) {
      assert.ok(dueAt > Date.now());
      const time = new Date(dueAt).toLocaleTimeString('nl-NL', { timeZone: 'Europe/Amsterdam' });
      assert.equal(time, '00:00:00');
    }
    assert.equal(browser.attempts, 0);
    await hurry(me.brandId);
    const [pushed] = await browser.until(1);
    assert.equal(pushed!.data.path, `/leads/${body.id}`);
  });
});
