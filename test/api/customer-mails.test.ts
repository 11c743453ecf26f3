// Customers are told by mail: a receipt of their lead, and their appointment with an .ics file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { eraseCustomer, looksOften } from '../support/erasure.ts';
import { makeChannel, newVisitor } from '../support/forms.ts';
import { freePort } from '../support/free-port.ts';
import { beginImport, untilImport } from '../support/imports.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { readCalendarText } from '../support/read-calendar.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const settings = '/v1/app/customer-mails';
const replyTo = 'office@plumber.example';
const start = '2035-05-08T07:00:00.000Z';
const end = '2035-05-08T09:00:00.000Z';
const later = '2035-05-09T12:30:00.000Z';
let people = 0;
const newAddress = () => `customer${++people}.${process.pid}@example.com`;

interface History {
  type: string;
  actor: string;
  changes: { customerMail: { after: { kind: string; scheduledStart: string | null } } };
}

withEachDatabase('mails to customers', (startServer) => {
  let server: TestServer;
  let mails: MailServer;
  before(async () => {
    mails = await startMailServer();
    server = await startMailing(mails.port);
  });
  after(async () => {
    await server?.stop();
    await mails?.close();
  });

  const startMailing = async (port: number | string) => {
    const PORT = await freePort();
    return startServer({
      env: {
        PORT,
        ...looksOften,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'Vakwerk <vakwerk@example.com>',
        PUBLIC_URL: `http://127.0.0.1:${PORT}`,
      },
    });
  };
  const change = async (me: SignedIn, body: object) => {
    const answer = await me.call(settings, { method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const everything = { receipt: true, appointment: true, replyTo };
  const newBrand = async (wanted: object = everything, on = server) => {
    const me = await signInAs(on);
    await me.call('/v1/app/brand', { method: 'PATCH', body: { name: 'Visser & Zn' } });
    await change(me, wanted);
    return { me, key: await on.createKey({ brandId: me.brandId }) };
  };
  const patch = async (key: string, id: string, body: object, on = server) => {
    const path = `/v1/api/work-items/${id}`;
    const answer = await call(on, path, { key, method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const jobsLeft = (brandId: string, on = server) =>
    on.withDatabase((db) =>
      db.all<{ failures: number }>(
        `select failures from jobs where brand_id = ? and kind = 'mailCustomer'`,
        brandId,
      ),
    );
  const hurry = (brandId: string, on = server) =>
    on.withDatabase((db) =>
      db.run(
        `update jobs set due_at = planned_at
          where brand_id = ? and kind = 'mailCustomer' and leased_until is null`,
        brandId,
      ),
    );
  /** All mails of the brand were sent or dropped, without the minute that an appointment waits. */
  const untilMailed = ({ brandId }: SignedIn, on = server) =>
    eventually(async () => {
      await hurry(brandId, on);
      return (await jobsLeft(brandId, on)).length === 0;
    });
  const mailsTo = (address: string, from = mails): Promise<Email[]> =>
    Promise.all(
      from.mails.filter(({ to }) => to.includes(address)).map(({ raw }) => PostalMime.parse(raw)),
    );
  const historyOf = async (key: string, id: string): Promise<History[]> => {
    const all = await listAll(server, key, `/v1/api/work-items/${id}/history`);
    return all.filter(({ type }) => type.startsWith('work_item.customer_mail'));
  };
  const header = ({ headers }: Email, name: string) =>
    headers.find(({ key }) => key === name)?.value;
  const appointmentOf = ({ attachments }: Email) => {
    const [file] = attachments;
    assert.equal(attachments.length, 1);
    assert.match(file!.mimeType, /^text\/calendar/);
    assert.equal(file!.filename, 'appointment.ics');
    const content = file!.content;
    return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();
  };

  test('are off at first, and need an address for the answers', async () => {
    const me = await signInAs(server);
    const { body } = await me.call(settings);
    assert.deepEqual(
      [body.sendsMail, body.receipt, body.appointment, body.replyTo],
      [true, false, false, null],
    );
    const key = await server.createKey({ brandId: me.brandId });
    await createLead(server, key, { email: newAddress() });
    assert.deepEqual(await jobsLeft(me.brandId), []);
    const refused = await me.call(settings, { method: 'PATCH', body: { receipt: true } });
    assertError(refused, 400);
    assert.match(refused.body.message[0], /^replyTo is required/);
    const wrong = { receipt: true, replyTo: 'nobody' };
    assertError(await me.call(settings, { method: 'PATCH', body: wrong }), 400);
    const member = await signInAs(server, { brandId: me.brandId, role: 'member' });
    assertError(await member.call(settings, { method: 'PATCH', body: everything }), 403);
    assert.equal((await member.call(settings)).status, 200);
  });

  test('a lead that comes in gets a receipt, once', async () => {
    const { me, key } = await newBrand();
    const email = newAddress();
    const headers = { 'idempotency-key': `receipt ${email}` };
    const lead = { customerName: 'Jan de Boer', title: 'Lekkage', email };
    const { body } = await createLead(server, key, lead, headers);
    assert.equal((await createLead(server, key, lead, headers)).body.id, body.id);
    await untilMailed(me);
    const [mail, ...others] = await mailsTo(email);
    assert.deepEqual(others, []);
    assert.equal(mail!.subject, 'We hebben uw aanvraag ontvangen');
    assert.match(mail!.text!, /^Beste Jan de Boer,[^]*uw aanvraag: Lekkage\.[^]*Visser & Zn\s*$/);
    assert.deepEqual(
      [mail!.from?.name, mail!.from?.address, mail!.replyTo?.[0]?.address],
      ['Visser & Zn', 'vakwerk@example.com', replyTo],
    );
    assert.equal(header(mail!, 'auto-submitted'), 'auto-generated');
    assert.deepEqual(mail!.attachments, []);
    const [told, ...more] = await historyOf(key, body.id);
    assert.deepEqual(more, []);
    assert.deepEqual([told!.type, told!.actor], ['work_item.customer_mailed', 'system']);
    assert.equal(told!.changes.customerMail.after.kind, 'receipt');
  });

  test('a reply to the receipt is added to its lead', async () => {
    const { me, key } = await newBrand();
    const email = newAddress();
    const { body } = await createLead(server, key, { email });
    await untilMailed(me);
    const [{ messageId } = {} as Email] = await mailsTo(email);
    const known = await server.withDatabase((db) =>
      db.all<{ id: string }>(
        'select work_item_id as id from mail_messages where brand_id = ?',
        me.brandId,
      ),
    );
    assert.match(messageId!, /^<[0-9a-f-]+@example\.com>$/);
    assert.deepEqual(known, [{ id: body.id }]);
  });

  test('a planned job is confirmed with a file for the calendar', async () => {
    const { me, key } = await newBrand({ ...everything, receipt: false });
    const email = newAddress();
    const place = { street: 'Oudegracht', streetNumber: '12', city: 'Utrecht' };
    const { body } = await createLead(server, key, { title: 'Boiler', email, ...place });
    await patch(key, body.id, { status: 'scheduled', scheduledStart: start, scheduledEnd: end });
    const [waiting] = await server.withDatabase((db) =>
      db.all<{ dueAt: number }>(
        `select due_at as "dueAt" from jobs where brand_id = ? and kind = 'mailCustomer'`,
        me.brandId,
      ),
    );
    assert.ok(waiting!.dueAt > Date.now(), 'it can be undone for a minute');
    await untilMailed(me);
    const [mail, ...others] = await mailsTo(email);
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
    assert.equal(organizer, `mailto:${replyTo}`);
    const [told] = await historyOf(key, body.id);
    const { kind, scheduledStart } = told!.changes.customerMail.after;
    assert.deepEqual([kind, scheduledStart], ['planned', start]);

    // Other changes are no occasion.
    await patch(key, body.id, { priority: 'high', notes: 'Ring twice' });
    assert.deepEqual(await jobsLeft(me.brandId), []);
  });

  test('a moved job says so, and replaces the appointment', async () => {
    const { me, key } = await newBrand({ ...everything, receipt: false });
    const email = newAddress();
    const made = await call(server, '/v1/api/work-items', {
      key,
      body: { title: 'Gutter', customer: { name: 'Anna', email }, scheduledStart: start },
    });
    assert.equal(made.status, 201, made.text);
    await untilMailed(me);
    await patch(key, made.body.id, { scheduledStart: later });
    await untilMailed(me);
    const [planned, moved, ...others] = await mailsTo(email);
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
    const kinds = (await historyOf(key, made.body.id)).map(
      ({ changes }) => changes.customerMail.after.kind,
    );
    assert.deepEqual(kinds, ['planned', 'moved']);
  });

  test('what is moved there and back within a minute is mailed once', async () => {
    const { me, key } = await newBrand({ ...everything, receipt: false });
    const email = newAddress();
    const { body } = await createLead(server, key, { email });
    await patch(key, body.id, { status: 'scheduled', scheduledStart: later });
    await patch(key, body.id, { scheduledStart: start });
    await untilMailed(me);
    assert.equal((await mailsTo(email)).length, 1);
    await patch(key, body.id, { scheduledStart: later });
    await patch(key, body.id, { scheduledStart: start });
    await untilMailed(me);
    const [mail, ...others] = await mailsTo(email);
    assert.deepEqual(others, []);
    assert.match(mail!.subject!, /8 mei/);
    // Cancelled before it was told.
    const other = newAddress();
    const { body: cancelled } = await createLead(server, key, { email: other });
    await patch(key, cancelled.id, { status: 'scheduled', scheduledStart: start });
    await patch(key, cancelled.id, { status: 'cancelled', reason: 'No' });
    await untilMailed(me);
    assert.deepEqual(await mailsTo(other), []);
  });

  test('jobs in the past are not confirmed', async () => {
    const { me, key } = await newBrand();
    const body = {
      title: 'Done',
      customer: { name: 'Anna', email: newAddress() },
      scheduledStart: '2020-01-01T09:00:00Z',
    };
    assert.equal((await call(server, '/v1/api/work-items', { key, body })).status, 201);
    assert.deepEqual(await jobsLeft(me.brandId), []);
  });

  test('held and doubtful leads, imports, the test side and own leads get nothing', async () => {
    const { me, key } = await newBrand();
    const nobody = newAddress();
    const hook = await makeChannel(server, { type: 'hook', secret: 'shibboleth' }, me);
    const held = { name: 'Jan', email: nobody, message: 'Roof' };
    assert.equal(
      (await call(server, hook.path, { body: held, headers: newVisitor() })).status,
      200,
    );
    const [intake] = await hook.intakes('&state=held');
    assert.deepEqual(await jobsLeft(me.brandId), []);
    const accept = `/v1/api/intakes/${intake.id}/accept`;
    assert.equal((await call(server, accept, { key, method: 'POST' })).status, 201);

    const phone = '+31612345678';
    const known = newAddress();
    await createLead(server, key, { customerName: 'Jan', phone, email: known });
    const doubtful = await createLead(server, key, { customerName: 'Piet Smit', phone });
    await patch(key, doubtful.body.id, { status: 'scheduled', scheduledStart: start });

    const testKey = await server.createKey({ brandId: me.brandId, isTest: true });
    await createLead(server, testKey, { email: nobody });
    await untilImport(me, await beginImport(me, [['Jan', 'Old', nobody, '', '']]), 'done');
    const own = { customerName: 'Own', title: 'Own lead', email: nobody };
    assert.equal((await me.call('/v1/api/leads', { body: own })).status, 201);
    await untilMailed(me);
    assert.deepEqual(await mailsTo(nobody), []);
    assert.equal((await mailsTo(known)).length, 1);
  });

  test('a form gets a receipt through its channel', async () => {
    const { me } = await newBrand();
    const email = newAddress();
    const hook = await makeChannel(server, { type: 'hook' }, me);
    const body = { name: 'Jan', email, message: 'Roof' };
    assert.equal((await call(server, hook.path, { body, headers: newVisitor() })).status, 201);
    await untilMailed(me);
    assert.equal((await mailsTo(email)).length, 1);
  });

  test('one address is not flooded, and gets no foreign text as a link', async () => {
    const { me, key } = await newBrand();
    const email = newAddress();
    for (let n = 1; n <= 5; n++) {
      const title = `Buy at evil.example/x ${n} {business} ${'a'.repeat(150)}`;
      await createLead(server, key, { title, email });
      await untilMailed(me);
    }
    const received = await mailsTo(email);
    assert.equal(received.length, 3);
    for (const { text } of received) {
      assert.ok(!text!.includes('evil.example'));
      assert.ok(text!.includes('{business}'));
      assert.ok(!text!.includes('a'.repeat(121)));
    }
  });

  test('nothing is sent to an erased customer, or what was switched off meanwhile', async () => {
    const { me, key } = await newBrand({ ...everything, receipt: false });
    const [erased, off, gone] = [newAddress(), newAddress(), newAddress()];
    const plan = async (email: string) => {
      const { body } = await createLead(server, key, { email });
      await patch(key, body.id, { status: 'scheduled', scheduledStart: start });
      return body;
    };
    const lead = await plan(erased);
    assert.equal((await jobsLeft(me.brandId)).length, 1);
    const answer = await eraseCustomer(server, key, lead.customerId);
    assert.ok([202, 204].includes(answer.status), answer.text);
    await eventually(async () => (await jobsLeft(me.brandId)).length === 0);
    const deleted = await plan(gone);
    await call(server, `/v1/api/work-items/${deleted.id}`, { key, method: 'DELETE' });
    await untilMailed(me);
    await plan(off);
    await change(me, { appointment: false });
    await untilMailed(me);
    for (const address of [erased, off, gone]) assert.deepEqual(await mailsTo(address), []);
  });

  test('texts are edited for each language, and can be restored', async () => {
    const { me, key } = await newBrand();
    const texts = {
      nl: { receipt: { subject: 'Hoi {Voornaam}', text: 'Adres: {adres}\nDag {naam}, {bedrijf}' } },
      en: { receipt: { subject: 'Hi {firstName}', text: 'Bye {name}' } },
    };
    const changed = await change(me, { texts });
    assert.deepEqual(changed.texts.nl.receipt, texts.nl.receipt);
    assert.equal(changed.texts.nl.planned.subject, 'Uw afspraak op {datum}');
    const sent = async () => {
      const email = newAddress();
      await createLead(server, key, { customerName: 'Jan de Boer', firstName: 'Jan', email });
      await untilMailed(me);
      const [mail] = await mailsTo(email);
      return [mail!.subject, mail!.text!.trim()];
    };
    assert.deepEqual(await sent(), ['Hoi Jan', 'Dag Jan de Boer, Visser & Zn']);
    await me.call('/v1/app/brand', { method: 'PATCH', body: { language: 'en' } });
    assert.deepEqual(await sent(), ['Hi Jan', 'Bye Jan de Boer']);
    await change(me, { texts: { en: { receipt: null } } });
    assert.equal((await sent())[0], 'We have received your request');
    const { body } = await me.call(settings);
    assert.deepEqual(body.texts.nl.receipt, texts.nl.receipt);
    assert.deepEqual(body.texts.en.receipt, body.usualTexts.en.receipt);

    const wrongOnes: [object, RegExp][] = [
      [{ de: {} }, /^texts\.de is not a known field/],
      [{ nl: { other: null } }, /^texts\.nl\.other is not a known field/],
      [{ nl: { receipt: { subject: '', text: 'x' } } }, /^texts\.nl\.receipt\.subject is required/],
      [{ nl: { receipt: { subject: 'x', text: '{tijd}' } } }, /unknown placeholder \{tijd\}/],
      [{ nl: { receipt: { subject: 'x'.repeat(201), text: 'x' } } }, /at most 200 characters/],
    ];
    for (const [wrong, message] of wrongOnes) {
      const refused = await me.call(settings, { method: 'PATCH', body: { texts: wrong } });
      assertError(refused, 400);
      assert.match(refused.body.message[0], message);
    }
  });

  test('a mailbox that does not exist is not tried again', async () => {
    const { me, key } = await newBrand();
    mails.answerNext('RCPT', '550 no such mailbox');
    const { body } = await createLead(server, key, { email: newAddress() });
    await eventually(async () => (await jobsLeft(me.brandId)).length === 0);
    const [told, ...others] = await historyOf(key, body.id);
    assert.deepEqual(others, []);
    assert.equal(told!.type, 'work_item.customer_mail_failed');
  });

  test('a mail is sent when the mail server is back', async () => {
    const port = await freePort();
    const own = await startMailing(port);
    let back: MailServer | undefined;
    try {
      const { me, key } = await newBrand(everything, own);
      const email = newAddress();
      await createLead(own, key, { email });
      await eventually(async () => (await jobsLeft(me.brandId, own))[0]?.failures === 1);
      back = await startMailServer({ port: Number(port) });
      await untilMailed(me, own);
      assert.equal((await mailsTo(email, back)).length, 1);
    } finally {
      await own.stop();
      await back?.close();
    }
  });

  test('a server without mail says so', async () => {
    const own = await startServer({ env: looksOften });
    try {
      const me = await signInAs(own);
      assert.equal((await me.call(settings)).body.sendsMail, false);
      const refused = await me.call(settings, { method: 'PATCH', body: everything });
      assertError(refused, 409, 'mail_not_set_up');
      assert.match(refused.body.message, /SMTP_URL/);
      assert.equal((await change(me, { replyTo })).replyTo, replyTo);
    } finally {
      await own.stop();
    }
  });
});
