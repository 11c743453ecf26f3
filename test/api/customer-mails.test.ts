// Customers are mailed a receipt when their lead comes in, with the texts of the brand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { call, createLead } from '../support/call.ts';
import {
  CustomerMails,
  customerMailSettings,
  everyMail,
  mailingTo,
  newAddress,
  startMailing,
} from '../support/customer-mails.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { looksOften } from '../support/erasure.ts';
import { makeChannel, newVisitor } from '../support/forms.ts';
import { freePort } from '../support/free-port.ts';
import { beginImport, untilImport } from '../support/imports.ts';
import { anotherMailChannel, mailDomain, sendMail } from '../support/mail-in.ts';
import { startMailServer } from '../support/mail-server.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { assertError } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const { replyTo } = everyMail;
// Longer than a person waits for a link.
const slowMs = 5_000;
const dayMs = 24 * 60 * 60_000;

withEachDatabase('mails to customers', (startServer) => {
  let all: CustomerMails;
  let smtpPort: string;
  before(async () => {
    smtpPort = await freePort();
    all = await startMailing(startServer, { MAIL_IN_PORT: smtpPort, MAIL_IN_DOMAIN: mailDomain });
  });
  after(() => all?.stop());

  const header = ({ headers }: Email, name: string) =>
    headers.find(({ key }) => key === name)?.value;

  test('are off at first, and need an address for the answers', async () => {
    const me = await signInAs(all.server);
    const { body } = await me.call(customerMailSettings);
    assert.deepEqual(
      [body.sendsMail, body.receipt, body.appointment, body.replyTo],
      [true, false, false, null],
    );
    const key = await all.server.createKey({ brandId: me.brandId });
    await createLead(all.server, key, { email: newAddress() });
    assert.deepEqual(await all.jobsLeft(me), []);
    const refused = await me.call(customerMailSettings, {
      method: 'PATCH',
      body: { receipt: true },
    });
    assertError(refused, 400);
    assert.match(refused.body.message[0], /^replyTo is required/);
    for (const wrong of [
      'nobody',
      'office\u0007@plumber.example',
      'of\ud800fice@plumber.example',
    ]) {
      const body = { receipt: true, replyTo: wrong };
      const answer = await me.call(customerMailSettings, { method: 'PATCH', body });
      assertError(answer, 400);
      assert.match(answer.body.message[0], /^replyTo must be an e-mail address/);
    }
    const pasted = { replyTo: ` \u200b${replyTo}\u0000\n` };
    assert.equal((await all.change(me, pasted)).replyTo, replyTo);
    const member = await signInAs(all.server, { brandId: me.brandId, role: 'member' });
    assertError(await member.call(customerMailSettings, { method: 'PATCH', body: everyMail }), 403);
    assert.equal((await member.call(customerMailSettings)).status, 200);
  });

  test('a lead that comes in gets a receipt, once', async () => {
    const { me, key } = await all.newBrand();
    const email = newAddress();
    const headers = { 'idempotency-key': `receipt ${email}` };
    const lead = { customerName: 'Jan de Boer', title: 'Lekkage', email };
    const { body } = await createLead(all.server, key, lead, headers);
    assert.equal((await createLead(all.server, key, lead, headers)).body.id, body.id);
    await all.untilMailed(me);
    const [mail, ...others] = await all.mailsTo(email);
    assert.deepEqual(others, []);
    assert.equal(mail!.subject, 'We hebben uw aanvraag ontvangen');
    assert.match(mail!.text!, /^Beste Jan de Boer,[^]*uw aanvraag: Lekkage\.[^]*Visser & Zn\s*$/);
    assert.deepEqual(
      [mail!.from?.name, mail!.from?.address, mail!.replyTo?.[0]?.address],
      ['Visser & Zn', 'vakwerk@example.com', replyTo],
    );
    assert.equal(header(mail!, 'auto-submitted'), 'auto-generated');
    assert.deepEqual(mail!.attachments, []);
    const [told, ...more] = await all.historyOf(key, body.id);
    assert.deepEqual(more, []);
    assert.deepEqual([told!.type, told!.actor], ['work_item.customer_mailed', 'system']);
    assert.equal(told!.changes.customerMail.after.kind, 'receipt');
  });

  test('it has the logo, the colour and the trade of the business', async () => {
    const { me, key } = await all.newBrand();
    const picture = await makePicture('png', { number: 81 });
    const logo = `data:image/png;base64,${picture.toString('base64')}`;
    await me.call('/v1/app/brand', {
      method: 'PATCH',
      body: { logo, colour: '#0b6e4f', trade: 'Dak & goot' },
    });
    const email = newAddress();
    await createLead(all.server, key, { customerName: 'Jan', title: 'Tap <b>', email });
    await all.untilMailed(me);
    const [mail] = await all.mailsTo(email);
    assert.match(mail!.text!, /Tap/);
    assert.match(mail!.html!, /#0b6e4f[^]*Visser &amp; Zn[^]*Dak &amp; goot[^]*Tap/);
    assert.doesNotMatch(mail!.html!, /<b>/);
    const [attached, ...others] = mail!.attachments;
    assert.deepEqual(others, []);
    assert.deepEqual(Buffer.from(attached!.content as ArrayBuffer), picture);
    assert.equal(attached!.disposition, 'inline');
    const cid = attached!.contentId!.replace(/[<>]/g, '');
    assert.ok(mail!.html!.includes(`src="cid:${cid}"`));
  });

  test('a reply to the receipt is added to its lead', async () => {
    const { me, key } = await all.newBrand();
    const channel = await anotherMailChannel(me);
    const email = newAddress();
    const { body } = await createLead(all.server, key, { email });
    await all.untilMailed(me);
    const [{ messageId: inReplyTo } = {} as Email] = await all.mailsTo(email);
    assert.match(inReplyTo!, /^<[0-9a-f-]+@example\.com>$/);
    const text = 'Het is dringend.';
    await sendMail(Number(smtpPort), { from: email, to: channel.address, inReplyTo, text });
    const item = await call(all.server, `/v1/api/work-items/${body.id}`, { key });
    assert.match(item.body.notes, /Het is dringend\./);
    await all.untilMailed(me);
    assert.equal((await all.mailsTo(email)).length, 1);
  });

  test('held and doubtful leads, imports, the test side and own leads get nothing', async () => {
    const { me, key } = await all.newBrand();
    const nobody = newAddress();
    const hook = await makeChannel(all.server, { type: 'hook', secret: 'shibboleth' }, me);
    const held = { name: 'Jan', email: nobody, message: 'Roof' };
    assert.equal(
      (await call(all.server, hook.path, { body: held, headers: newVisitor() })).status,
      200,
    );
    const [intake] = await hook.intakes('&state=held');
    assert.deepEqual(await all.jobsLeft(me), []);
    const accept = `/v1/api/intakes/${intake.id}/accept`;
    assert.equal((await call(all.server, accept, { key, method: 'POST' })).status, 201);

    const phone = '+31612345678';
    const known = newAddress();
    await createLead(all.server, key, { customerName: 'Jan', phone, email: known });
    const doubtful = await createLead(all.server, key, { customerName: 'Piet Smit', phone });
    await all.patchItem(key, doubtful.body.id, {
      status: 'scheduled',
      scheduledStart: '2035-05-08T07:00:00Z',
    });

    const testKey = await all.server.createKey({ brandId: me.brandId, isTest: true });
    await createLead(all.server, testKey, { email: nobody });
    await untilImport(me, await beginImport(me, [['Jan', 'Old', nobody, '', '']]), 'done');
    const own = { customerName: 'Own', title: 'Own lead', email: nobody };
    assert.equal((await me.call('/v1/api/leads', { body: own })).status, 201);
    await all.untilMailed(me);
    assert.deepEqual(await all.mailsTo(nobody), []);
    assert.equal((await all.mailsTo(known)).length, 1);
  });

  test('a lead of a channel gets a receipt', async () => {
    const { me } = await all.newBrand();
    const email = newAddress();
    const hook = await makeChannel(all.server, { type: 'hook' }, me);
    const body = { name: 'Jan', email, message: 'Roof' };
    assert.equal((await call(all.server, hook.path, { body, headers: newVisitor() })).status, 200);
    assert.equal((await hook.leads()).length, 1);
    await all.untilMailed(me);
    assert.equal((await all.mailsTo(email)).length, 1);
  });

  test('one address is not flooded, and gets no foreign text as a link', async () => {
    const { me, key } = await all.newBrand();
    const email = newAddress();
    for (let n = 1; n <= 5; n++) {
      const title = `Buy at evil.example/x ${n} {business} ${'a'.repeat(150)}`;
      await createLead(all.server, key, { title, email });
      await all.untilMailed(me);
    }
    const received = await all.mailsTo(email);
    assert.equal(received.length, 3);
    for (const { text } of received) {
      assert.ok(!text!.includes('evil.example'));
      assert.ok(text!.includes('{business}'));
      assert.ok(!text!.includes('a'.repeat(121)));
    }
  });

  test('one address is not flooded by leads that come in together', async () => {
    const { me, key } = await all.newBrand();
    const email = newAddress();
    const lead = (n: number) => ({ customerName: 'Jan', title: `Lead ${n}`, email });
    for (const n of [1, 2]) {
      await createLead(all.server, key, lead(n));
      await all.untilMailed(me);
    }
    // Answered when all that are sent together are on their way.
    const { promise, resolve } = Promise.withResolvers<string>();
    all.mails.answerNext('.', promise);
    const body = { leads: [3, 4, 5, 6].map(lead) };
    const made = await call(all.server, '/v1/api/leads/batch', { key, body });
    assert.ok(made.status < 300, made.text);
    await eventually(async () => {
      const jobs = await all.jobsLeft(me);
      return jobs.length === 1 || jobs.filter(({ claims }) => claims > 0).length === 3;
    });
    resolve('250 kept');
    await all.untilMailed(me);
    assert.equal((await all.mailsTo(email)).length, 3);
  });

  test('what is sent is forgotten after some time', async () => {
    const { me, key } = await all.newBrand();
    await createLead(all.server, key, { email: newAddress() });
    await all.untilMailed(me);
    const keptOf = () =>
      all.server.withDatabase((db) =>
        db.all<{ keepUntil: number }>(
          `select keep_until as "keepUntil" from customer_mails where brand_id = ?`,
          me.brandId,
        ),
      );
    const [{ keepUntil } = { keepUntil: 0 }] = await keptOf();
    assert.ok(keepUntil > Date.now() + 29 * dayMs, 'a day counts three receipts');
    await all.server.withDatabase((db) =>
      db.run('update customer_mails set keep_until = ? where brand_id = ?', 1, me.brandId),
    );
    await eventually(async () => (await keptOf()).length === 0);
  });

  test('texts are edited for each language, and can be restored', async () => {
    const { me, key } = await all.newBrand();
    const texts = {
      nl: { receipt: { subject: 'Hoi {Voornaam}', text: 'Adres: {adres}\nDag {naam}, {bedrijf}' } },
      en: { receipt: { subject: 'Hi {firstName}', text: 'Bye {name}' } },
    };
    const changed = await all.change(me, { texts });
    assert.deepEqual(changed.texts.nl.receipt, texts.nl.receipt);
    assert.equal(changed.texts.nl.planned.subject, 'Uw afspraak op {datum}');
    const sent = async () => {
      const email = newAddress();
      await createLead(all.server, key, { customerName: 'Jan de Boer', firstName: 'Jan', email });
      await all.untilMailed(me);
      const [mail] = await all.mailsTo(email);
      return [mail!.subject, mail!.text!.trim()];
    };
    assert.deepEqual(await sent(), ['Hoi Jan', 'Dag Jan de Boer, Visser & Zn']);
    await me.call('/v1/app/brand', { method: 'PATCH', body: { language: 'en' } });
    assert.deepEqual(await sent(), ['Hi Jan', 'Bye Jan de Boer']);
    await all.change(me, { texts: { en: { receipt: null } } });
    assert.equal((await sent())[0], 'We have received your request');
    const { body } = await me.call(customerMailSettings);
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
      const refused = await me.call(customerMailSettings, {
        method: 'PATCH',
        body: { texts: wrong },
      });
      assertError(refused, 400);
      assert.match(refused.body.message[0], message);
    }
  });

  test('a mailbox that does not exist is not tried again', async () => {
    const { me, key } = await all.newBrand();
    all.mails.answerNext('RCPT', '550 no such mailbox');
    const { body } = await createLead(all.server, key, { email: newAddress() });
    await eventually(async () => (await all.jobsLeft(me)).length === 0);
    const [told, ...others] = await all.historyOf(key, body.id);
    assert.deepEqual(others, []);
    assert.equal(told!.type, 'work_item.customer_mail_failed');
  });

  test('a mail is sent when the mail server is back', async () => {
    const port = await freePort();
    const server = await startServer({ env: await mailingTo(port) });
    const down = new CustomerMails(server, all.mails);
    const { me, key } = await down.newBrand();
    const email = newAddress();
    const { body } = await createLead(server, key, { email });
    await eventually(async () => (await down.jobsLeft(me))[0]?.failures === 1);
    assert.deepEqual(await down.historyOf(key, body.id), []);
    const back = new CustomerMails(server, await startMailServer({ port: Number(port) }));
    try {
      await back.untilMailed(me);
      assert.equal((await back.mailsTo(email)).length, 1);
      const [told] = await back.historyOf(key, body.id);
      assert.equal(told!.type, 'work_item.customer_mailed');
    } finally {
      await back.stop();
    }
  });

  test('a mail server that is slow to answer gets a mail once', async () => {
    const { me, key } = await all.newBrand();
    const email = newAddress();
    all.mails.answerNext('.', wait(slowMs, '250 kept'));
    const { body } = await createLead(all.server, key, { email });
    await eventually(async () => (await all.jobsLeft(me)).length === 0);
    assert.equal((await all.mailsTo(email)).length, 1);
    const [told, ...others] = await all.historyOf(key, body.id);
    assert.deepEqual(others, []);
    assert.equal(told!.type, 'work_item.customer_mailed');
  });

  test('a server stops while a mail server does not answer', async () => {
    const one = await startMailing(startServer);
    let code;
    try {
      one.mails.answerNext('.', new Promise(() => {}));
      const { me, key } = await one.newBrand();
      await createLead(one.server, key, { email: newAddress() });
      await eventually(async () => one.mails.overheard.join('').includes('\r\n.\r\n'));
      assert.equal((await one.jobsLeft(me)).length, 1);
    } finally {
      code = await one.server.stop();
      await one.mails.close();
    }
    assert.equal(code, 0);
  });

  test('a server without mail says so', async () => {
    const server = await startServer({ env: looksOften });
    const none = new CustomerMails(server, all.mails);
    try {
      const me = await signInAs(server);
      assert.equal((await me.call(customerMailSettings)).body.sendsMail, false);
      const sent = { method: 'PATCH', body: everyMail };
      const refused = await me.call(customerMailSettings, sent);
      assertError(refused, 409, 'mail_not_set_up');
      assert.match(refused.body.message, /SMTP_URL/);
      assert.equal((await none.change(me, { replyTo })).replyTo, replyTo);
    } finally {
      await server.stop();
    }
  });
});
