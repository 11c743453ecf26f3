// Customers are mailed their appointment when a job is planned or moved, with an .ics file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Email } from 'postal-mime';
import { call, createLead } from '../support/call.ts';
import {
  type CustomerMails,
  everyMail,
  newAddress,
  startMailing,
} from '../support/customer-mails.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { eraseCustomer } from '../support/erasure.ts';
import { readCalendarText } from '../support/read-calendar.ts';
import { eventually } from '../support/within.ts';

const start = '2035-05-08T07:00:00.000Z';
const end = '2035-05-08T09:00:00.000Z';
const later = '2035-05-09T12:30:00.000Z';

withEachDatabase('appointments by mail', (startServer) => {
  let all: CustomerMails;
  before(async () => {
    all = await startMailing(startServer);
  });
  after(() => all?.stop());

  const appointmentOf = ({ attachments }: Email) => {
    const [file] = attachments;
    assert.equal(attachments.length, 1);
    assert.match(file!.mimeType, /^text\/calendar/);
    assert.equal(file!.filename, 'appointment.ics');
    const { content } = file!;
    return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();
  };

  test('a planned job is confirmed with a file for the calendar', async () => {
    const { me, key } = await all.newBrand({ ...everyMail, receipt: false });
    const email = newAddress();
    const place = { street: 'Oudegracht', streetNumber: '12', city: 'Utrecht' };
    const { body } = await createLead(all.server, key, { title: 'Boiler', email, ...place });
    await all.patchItem(key, body.id, {
      status: 'scheduled',
      scheduledStart: start,
      scheduledEnd: end,
    });
    const [waiting] = await all.server.withDatabase((db) =>
      db.all<{ dueAt: number }>(
        `select due_at as "dueAt" from jobs where brand_id = ? and kind = 'mailCustomer'`,
        me.brandId,
      ),
    );
    assert.ok(waiting!.dueAt > Date.now(), 'it can be undone for a minute');
    await all.untilMailed(me);
    const [mail, ...others] = await all.mailsTo(email);
    assert.deepEqual(others, []);
    assert.equal(mail!.subject, 'Uw afspraak op dinsdag 8 mei 2035');
    assert.match(
      mail!.text!,
      /Wanneer: dinsdag 8 mei 2035, 09:00–11:00\nWaar: Oudegracht 12, Utrecht\n/,
    );
    const { calendar, jobs } = readCalendarText(appointmentOf(mail!));
    assert.equal(calendar.getFirstPropertyValue('method'), 'PUBLISH');
    const [job] = jobs;
    assert.deepEqual(
      [job!.start, job!.end, job!.location, job!.summary, job!.status],
      [start, end, 'Oudegracht 12, Utrecht', 'Visser & Zn: Boiler', 'CONFIRMED'],
    );
    const organizer = calendar.getFirstSubcomponent('vevent')!.getFirstPropertyValue('organizer');
    assert.equal(organizer, `mailto:${everyMail.replyTo}`);
    const [told] = await all.historyOf(key, body.id);
    const { kind, scheduledStart } = told!.changes.customerMail.after;
    assert.deepEqual([kind, scheduledStart], ['planned', start]);

    // Other changes are no occasion.
    await all.patchItem(key, body.id, { priority: 'high', notes: 'Ring twice' });
    assert.deepEqual(await all.jobsLeft(me), []);
  });

  test('a moved job says so, and replaces the appointment', async () => {
    const { me, key } = await all.newBrand({ ...everyMail, receipt: false });
    const email = newAddress();
    const made = await call(all.server, '/v1/api/work-items', {
      key,
      body: { title: 'Gutter', customer: { name: 'Anna', email }, scheduledStart: start },
    });
    assert.equal(made.status, 201, made.text);
    await all.untilMailed(me);
    await all.patchItem(key, made.body.id, { scheduledStart: later });
    await all.untilMailed(me);
    const [planned, moved, ...others] = await all.mailsTo(email);
    assert.deepEqual(others, []);
    assert.equal(moved!.subject, 'Uw afspraak is verplaatst naar woensdag 9 mei 2035');
    assert.match(
      moved!.text!,
      /Eerst: dinsdag 8 mei 2035, 09:00\nNu: woensdag 9 mei 2035, 14:30\n(?!Waar)/,
    );
    const [before, after] = [planned, moved].map(
      (mail) => readCalendarText(appointmentOf(mail!)).jobs[0]!,
    );
    assert.equal(after!.uid, before!.uid);
    assert.ok(after!.sequence > before!.sequence);
    assert.equal(after!.start, later);
    const kinds = (await all.historyOf(key, made.body.id)).map(
      ({ changes }) => changes.customerMail.after.kind,
    );
    assert.deepEqual(kinds, ['planned', 'moved']);
  });

  test('what is moved there and back within a minute is mailed once', async () => {
    const { me, key } = await all.newBrand({ ...everyMail, receipt: false });
    const email = newAddress();
    const { body } = await createLead(all.server, key, { email });
    await all.patchItem(key, body.id, { status: 'scheduled', scheduledStart: later });
    await all.patchItem(key, body.id, { scheduledStart: start });
    await all.untilMailed(me);
    assert.equal((await all.mailsTo(email)).length, 1);
    await all.patchItem(key, body.id, { scheduledStart: later });
    await all.patchItem(key, body.id, { scheduledStart: start });
    await all.untilMailed(me);
    const [mail, ...others] = await all.mailsTo(email);
    assert.deepEqual(others, []);
    assert.match(mail!.subject!, /8 mei/);
    // Cancelled before it was told.
    const other = newAddress();
    const { body: cancelled } = await createLead(all.server, key, { email: other });
    await all.patchItem(key, cancelled.id, { status: 'scheduled', scheduledStart: start });
    await all.patchItem(key, cancelled.id, { status: 'cancelled', reason: 'No' });
    await all.untilMailed(me);
    assert.deepEqual(await all.mailsTo(other), []);
  });

  test('an appointment is mailed once when its mail is slow or tried again', async () => {
    for (const said of ['250 kept', '451 not now']) {
      const { promise, resolve } = Promise.withResolvers<string>();
      const { me, key } = await all.newBrand({ ...everyMail, receipt: false });
      const email = newAddress();
      const { body } = await createLead(all.server, key, { email });
      all.mails.answerNext('.', promise);
      await all.patchItem(key, body.id, { status: 'scheduled', scheduledStart: start });
      await all.makeDue(me);
      await eventually(async () => (await all.jobsLeft(me))[0]!.claims > 0);
      await all.patchItem(key, body.id, { scheduledStart: later });
      await all.patchItem(key, body.id, { scheduledStart: start });
      await all.makeDue(me);
      await eventually(async () => (await all.jobsLeft(me)).every(({ claims }) => claims > 0));
      resolve(said);
      await all.untilMailed(me);
      assert.equal((await all.mailsTo(email)).length, 1, said);
      assert.equal((await all.historyOf(key, body.id)).length, 1);
    }
  });

  test('a job that moves to another customer is new to that customer', async () => {
    const { me, key } = await all.newBrand({ ...everyMail, receipt: false });
    const [wrong, right] = [newAddress(), newAddress()];
    const { body: lead } = await createLead(all.server, key, { email: wrong });
    const { body: other } = await createLead(all.server, key, { email: right });
    await all.patchItem(key, lead.id, { status: 'scheduled', scheduledStart: start });
    await all.untilMailed(me);
    await all.patchItem(key, lead.id, { customerId: other.customerId });
    await all.untilMailed(me);
    await all.patchItem(key, lead.id, { scheduledStart: later });
    await all.untilMailed(me);
    const subjects = async (email: string) =>
      (await all.mailsTo(email)).map(({ subject }) => subject);
    assert.deepEqual(await subjects(wrong), ['Uw afspraak op dinsdag 8 mei 2035']);
    assert.deepEqual(await subjects(right), [
      'Uw afspraak op dinsdag 8 mei 2035',
      'Uw afspraak is verplaatst naar woensdag 9 mei 2035',
    ]);
  });

  test('a merged customer is told what moved', async () => {
    const { me, key } = await all.newBrand({ ...everyMail, receipt: false });
    const [merged, kept] = [newAddress(), newAddress()];
    const { body: lead } = await createLead(all.server, key, { email: merged });
    const { body: other } = await createLead(all.server, key, { email: kept });
    await all.patchItem(key, lead.id, { status: 'scheduled', scheduledStart: start });
    await all.untilMailed(me);
    const path = `/v1/api/customers/${other.customerId}/merge`;
    const body = { customerId: lead.customerId };
    assert.equal((await call(all.server, path, { key, body })).status, 200);
    await all.patchItem(key, lead.id, { scheduledStart: later });
    await all.untilMailed(me);
    const [mail, ...others] = await all.mailsTo(kept);
    assert.deepEqual(others, []);
    assert.match(mail!.text!, /Eerst: dinsdag 8 mei 2035, 09:00\nNu: woensdag 9 mei 2035/);
  });

  test('a job that is called off is taken out of the calendar, once it was mailed', async () => {
    const { me, key } = await all.newBrand({ ...everyMail, receipt: false });
    for (const status of ['cancelled', 'pending']) {
      const email = newAddress();
      const { body } = await createLead(all.server, key, { title: 'Boiler', email });
      await all.patchItem(key, body.id, { status: 'scheduled', scheduledStart: start });
      await all.untilMailed(me);
      // The new time is not mailed any more.
      await all.patchItem(key, body.id, { scheduledStart: later });
      await all.patchItem(key, body.id, { status });
      await all.untilMailed(me);
      const [planned, off, ...others] = await all.mailsTo(email);
      assert.deepEqual(others, []);
      assert.equal(off!.subject, 'Uw afspraak op dinsdag 8 mei 2035 gaat niet door');
      assert.match(off!.text!, /Wanneer: dinsdag 8 mei 2035, 09:00\n/);
      const { calendar, jobs } = readCalendarText(appointmentOf(off!));
      assert.equal(calendar.getFirstPropertyValue('method'), 'CANCEL');
      const [before] = readCalendarText(appointmentOf(planned!)).jobs;
      assert.equal(jobs[0]!.uid, before!.uid);
      assert.ok(jobs[0]!.sequence > before!.sequence);
      assert.deepEqual([jobs[0]!.status, jobs[0]!.start], ['CANCELLED', start]);
      const told = (await all.historyOf(key, body.id)).map(
        ({ changes }) => changes.customerMail.after,
      );
      assert.deepEqual(
        told.map(({ kind, scheduledStart }) => [kind, scheduledStart]),
        [
          ['planned', start],
          ['cancelled', start],
        ],
      );
      // Undone within a minute: nothing to tell.
      if (status === 'cancelled') await all.patchItem(key, body.id, { status: 'pending' });
      await all.patchItem(key, body.id, { status: 'scheduled', scheduledStart: start });
      await all.untilMailed(me);
      await all.patchItem(key, body.id, { status: 'cancelled' });
      await all.patchItem(key, body.id, { status: 'pending' });
      await all.patchItem(key, body.id, { status: 'scheduled', scheduledStart: start });
      await all.untilMailed(me);
      const subjects = (await all.mailsTo(email)).slice(2).map(({ subject }) => subject);
      assert.deepEqual(subjects, ['Uw afspraak op dinsdag 8 mei 2035']);
    }
  });

  test('a job that begins, or is deleted, is not called off', async () => {
    const { me, key } = await all.newBrand({ ...everyMail, receipt: false });
    const email = newAddress();
    const planned = async () => {
      const { body } = await createLead(all.server, key, { email });
      await all.patchItem(key, body.id, { status: 'scheduled', scheduledStart: start });
      return body.id;
    };
    const [begun, deleted] = [await planned(), await planned()];
    await all.untilMailed(me);
    await all.patchItem(key, begun, { status: 'in_progress' });
    await call(all.server, `/v1/api/work-items/${deleted}`, { key, method: 'DELETE' });
    assert.deepEqual(await all.jobsLeft(me), []);
  });

  test('jobs in the past are not confirmed', async () => {
    const { me, key } = await all.newBrand();
    const body = {
      title: 'Done',
      customer: { name: 'Anna', email: newAddress() },
      scheduledStart: '2020-01-01T09:00:00Z',
    };
    assert.equal((await call(all.server, '/v1/api/work-items', { key, body })).status, 201);
    assert.deepEqual(await all.jobsLeft(me), []);
  });

  test('nothing is sent to an erased customer, or what was switched off meanwhile', async () => {
    const { me, key } = await all.newBrand({ ...everyMail, receipt: false });
    const [erased, off, gone] = [newAddress(), newAddress(), newAddress()];
    const plan = async (email: string) => {
      const { body } = await createLead(all.server, key, { email });
      await all.patchItem(key, body.id, { status: 'scheduled', scheduledStart: start });
      return body;
    };
    const lead = await plan(erased);
    assert.equal((await all.jobsLeft(me)).length, 1);
    const answer = await eraseCustomer(all.server, key, lead.customerId);
    assert.ok([202, 204].includes(answer.status), answer.text);
    await eventually(async () => (await all.jobsLeft(me)).length === 0);
    const left = await all.server.withDatabase((db) =>
      db.all('select 1 from customer_mails where brand_id = ?', me.brandId),
    );
    assert.deepEqual(left, []);
    const deleted = await plan(gone);
    await call(all.server, `/v1/api/work-items/${deleted.id}`, { key, method: 'DELETE' });
    await all.untilMailed(me);
    await plan(off);
    await all.change(me, { appointment: false });
    await all.untilMailed(me);
    for (const address of [erased, off, gone]) assert.deepEqual(await all.mailsTo(address), []);
  });
});
