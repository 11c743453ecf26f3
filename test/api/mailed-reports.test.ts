// The work report is mailed to the customer when somebody asks for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import {
  type CustomerMails,
  everyMail,
  mailingTo,
  newAddress,
  startMailing,
} from '../support/customer-mails.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { readPdf } from '../support/pdf-text.ts';
import { Vakwerk } from '../../sdk/src/index.ts';
import { assertError } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const { replyTo } = everyMail;
const onlyReports = { receipt: false, appointment: false, replyTo };

withEachDatabase('mailed work reports', (startServer) => {
  let all: CustomerMails;
  before(async () => {
    all = await startMailing(startServer);
  });
  after(() => all?.stop());

  const mail = (key: string, id: string) =>
    call(all.server, `/v1/api/work-items/${id}/report/mail`, { key, method: 'POST' });

  test('the customer gets the PDF, and the history shows it', async () => {
    const { me, key } = await all.newBrand(onlyReports);
    const email = newAddress();
    const { body } = await createLead(all.server, key, {
      customerName: 'Jan de Boer',
      title: 'Lekkage',
      email,
    });
    const [first, second] = await Promise.all([mail(key, body.id), mail(key, body.id)]);
    assert.deepEqual([first.status, first.text, second.status], [202, '', 202]);
    await all.untilMailed(me);
    const [sent, ...others] = await all.mailsTo(email);
    // The second call may come after the first mail was sent.
    assert.ok(others.length <= 1);
    assert.equal(sent!.subject, 'Uw werkbon van Visser & Zn');
    assert.match(sent!.text!, /^Beste Jan de Boer,[^]*Waarvoor: Lekkage\n[^]*Visser & Zn\s*$/);
    assert.equal(sent!.replyTo?.[0]?.address, replyTo);
    const [file, ...more] = sent!.attachments;
    assert.deepEqual(more, []);
    assert.equal(file!.mimeType, 'application/pdf');
    assert.match(file!.filename!, /^werkbon-\w{6}\.pdf$/);
    const { text } = await readPdf(new Uint8Array(file!.content as ArrayBuffer));
    assert.match(text, /Werkbon[^]*Jan de Boer[^]*Lekkage/);
    const [told] = await all.historyOf(key, body.id);
    assert.deepEqual(
      [told!.type, told!.changes.customerMail.after.kind],
      ['work_item.customer_mailed', 'report'],
    );
    const count = (await all.mailsTo(email)).length;
    assert.equal((await mail(key, body.id)).status, 202);
    await all.untilMailed(me);
    assert.equal((await all.mailsTo(email)).length, count + 1);
  });

  test('a retry mails it once', async () => {
    const { me, key } = await all.newBrand(onlyReports);
    const email = newAddress();
    const [one, other] = [
      (await createLead(all.server, key, { email })).body,
      (await createLead(all.server, key, { email })).body,
    ];
    const headers = { 'idempotency-key': `report ${one.id}` };
    const send = (id: string) =>
      call(all.server, `/v1/api/work-items/${id}/report/mail`, { key, method: 'POST', headers });
    const first = await send(one.id);
    assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [202, null]);
    await all.untilMailed(me);
    const again = await send(one.id);
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [202, 'true']);
    assertError(await send(other.id), 422);
    await all.untilMailed(me);
    assert.equal((await all.mailsTo(email)).length, 1);
    // As a client does after a lost answer.
    const client = new Vakwerk({ baseUrl: all.server.url, apiKey: key });
    const idempotencyKey = `client ${one.id}`;
    for (const _ of [1, 2]) {
      await client.workItems.mailReport(one.id, { idempotencyKey });
      await all.untilMailed(me);
    }
    assert.equal((await all.mailsTo(email)).length, 2);
  });

  test('owners change its text', async () => {
    const { me, key } = await all.newBrand(onlyReports);
    const text = { subject: 'Bon voor {onderwerp}', text: 'Dag {voornaam}, zie de bijlage.' };
    await all.change(me, { texts: { nl: { report: text } } });
    const email = newAddress();
    const lead = { customerName: 'Jan de Boer', title: 'Dak', email };
    const { body } = await createLead(all.server, key, lead);
    assert.equal((await mail(key, body.id)).status, 202);
    await all.untilMailed(me);
    const [sent] = await all.mailsTo(email);
    assert.equal(sent!.subject, 'Bon voor Dak');
    assert.match(sent!.text!, /zie de bijlage/);
  });

  test('it is refused without an address, and for doubtful leads', async () => {
    const { me, key, brandId } = await all.newBrand(onlyReports);
    const nobody = await createLead(all.server, key, { customerName: 'Jan', phone: '0301234567' });
    assertError(await mail(key, nobody.body.id), 409, 'customer_without_email');

    const known = { customerName: 'Jan', phone: '+31612345678', email: newAddress() };
    await createLead(all.server, key, known);
    const other = { customerName: 'Piet Smit', phone: known.phone };
    const doubtful = await createLead(all.server, key, other);
    assertError(await mail(key, doubtful.body.id), 409, 'customer_doubtful');

    await all.change(me, { replyTo: null });
    const { body } = await createLead(all.server, key, { email: newAddress() });
    assertError(await mail(key, body.id), 409, 'reply_address_missing');

    const missing = '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a70';
    assertError(await mail(key, missing), 404);
    const readOnly = await all.server.createKey({ brandId, scopes: ['leads:read'] });
    assertError(await mail(readOnly, body.id), 403);
    const ofJobs = await all.server.createKey({ brandId, scopes: ['work-items:write'] });
    assertError(await mail(ofJobs, body.id), 403);
    await all.untilMailed(me);
    assert.deepEqual(await all.mailsTo(known.email), []);
  });

  test('a brand that reads many reports delays no report of another, and fails no mail', async () => {
    const { me, key } = await all.newBrand(onlyReports);
    const other = await all.newBrand(onlyReports);
    const email = newAddress();
    const { body } = await createLead(all.server, key, { email });
    const ofOther = (await createLead(all.server, other.key, { email: newAddress() })).body;
    const read = async (by: string, id: string) =>
      (await call(all.server, `/v1/api/work-items/${id}/report`, { key: by })).status;
    // Until the first is refused, so that the queue is full.
    const full = Promise.withResolvers<void>();
    const many = Array.from({ length: 40 }, async () => {
      const status = await read(key, body.id);
      if (status === 503) full.resolve();
      return status;
    });
    await full.promise;
    const mailed = mail(key, body.id);
    assert.deepEqual(
      await Promise.all([1, 2, 3].map(() => read(other.key, ofOther.id))),
      [200, 200, 200],
    );
    assert.equal((await mailed).status, 202);
    await eventually(async () => {
      const left = await all.jobsLeft(me);
      assert.ok(left.every(({ failures }) => failures === 0));
      return left.length === 0;
    });
    assert.equal((await all.mailsTo(email)).length, 1);
    assert.deepEqual(new Set(await Promise.all(many)), new Set([200, 503]));
  });

  test('the test side sends nothing', async () => {
    const { me, brandId } = await all.newBrand(onlyReports);
    const email = newAddress();
    const testKey = await all.server.createKey({ brandId, isTest: true });
    const { body } = await createLead(all.server, testKey, { email });
    assert.equal((await mail(testKey, body.id)).status, 202);
    await all.untilMailed({ brandId: body.brandId });
    await all.untilMailed(me);
    assert.deepEqual(await all.mailsTo(email), []);
    assert.deepEqual(await all.historyOf(testKey, body.id), []);
  });

  test('a server that sends no mail says so', async () => {
    const { SMTP_URL: _none, MAIL_FROM: _from, ...env } = await mailingTo(1);
    const server = await startServer({ env });
    try {
      const me = await signInAs(server);
      const key = await server.createKey({ brandId: me.brandId });
      const { body } = await createLead(server, key, { email: newAddress() });
      const path = `/v1/api/work-items/${body.id}/report/mail`;
      const refused = await call(server, path, { key, method: 'POST' });
      assertError(refused, 409, 'mail_not_set_up');
    } finally {
      await server.stop();
    }
  });
});
