// Mails to a customer are in the language of the form that they filled in, else in the brand's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Email } from 'postal-mime';
import { call, createLead } from '../support/call.ts';
import { type CustomerMails, newAddress, startMailing } from '../support/customer-mails.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { makeChannel, newVisitor, postForm, type TestChannel } from '../support/forms.ts';
import { readPdf } from '../support/pdf-text.ts';

withEachDatabase('the language of mails to customers', (startServer) => {
  let all: CustomerMails;
  before(async () => {
    all = await startMailing(startServer);
  });
  after(() => all?.stop());

  type Brand = Awaited<ReturnType<CustomerMails['newBrand']>>;
  const newForm = async () => {
    const brand = await all.newBrand();
    return { brand, form: await makeChannel(all.server, { type: 'form' }, brand.me) };
  };
  const post = (form: Pick<TestChannel, 'path'>, fields: Record<string, string>) => {
    const email = newAddress();
    const sent = { customerName: 'Kim Smith', description: 'Roof', email, ...fields };
    const headers = newVisitor({ 'accept-language': 'en-GB' });
    return postForm(all.server, form, sent, headers).then(({ status, text }) => {
      assert.ok(status < 400, text);
      return email;
    });
  };
  // Some versions of the locale have a comma after the day of the week.
  const subjectOf = ({ subject }: Email) => subject?.replace(',', '');
  const plan = async ({ me, key }: Brand, id: string) => {
    await all.patchItem(key, id, {
      status: 'scheduled',
      scheduledStart: '2035-05-08T07:00:00Z',
    });
    await all.untilMailed(me);
  };

  test('receipt, appointment and work report are in that of the form', async () => {
    const { brand, form } = await newForm();
    const email = await post(form, { vw_lang: 'en' });
    const [lead] = await form.leads();
    await all.untilMailed(brand.me);
    await plan(brand, lead.id);
    const report = `/v1/api/work-items/${lead.id}/report/mail`;
    assert.equal((await call(all.server, report, { key: brand.key, method: 'POST' })).status, 202);
    await all.untilMailed(brand.me);
    const mails = await all.mailsTo(email);
    assert.deepEqual(mails.map(subjectOf), [
      'We have received your request',
      'Your appointment on Tuesday 8 May 2035',
      'Your work report from Visser & Zn',
    ]);
    const [file] = mails[2]!.attachments;
    const { text } = await readPdf(new Uint8Array(file!.content as ArrayBuffer));
    assert.match(text, /Work report/);
    const path = `/v1/api/customers/${lead.customerId}/export`;
    const { body: exported } = await call(all.server, path, { key: brand.key });
    assert.equal(exported.workItems[0].submission.language, 'en');
  });

  test('without a language of ours, and from the API, they are in that of the brand', async () => {
    const { brand, form } = await newForm();
    const unknown = await post(form, { vw_lang: 'fr' });
    // The browser's language is not that of a website's own form.
    const own = await post(form, { title: 'Own form' });
    const english = await post({ path: `${form.path}?lang=en` }, { title: 'English page' });
    const api = newAddress();
    await createLead(all.server, brand.key, { email: api });
    await all.untilMailed(brand.me);
    for (const [email, subject] of [
      [unknown, 'We hebben uw aanvraag ontvangen'],
      [own, 'We hebben uw aanvraag ontvangen'],
      [english, 'We have received your request'],
      [api, 'We hebben uw aanvraag ontvangen'],
    ] as const) {
      const [mail] = await all.mailsTo(email);
      assert.equal(mail?.subject, subject);
    }
  });

  test('a held post that is accepted keeps its language', async () => {
    const { brand, form } = await newForm();
    const { me, key } = brand;
    const email = await post(form, { vw_lang: 'en', vw_website: 'https://spam.example' });
    const [held] = await form.intakes('&state=held');
    const accept = `/v1/api/intakes/${held.id}/accept`;
    const accepted = await call(all.server, accept, { key, method: 'POST' });
    assert.equal(accepted.status, 201, accepted.text);
    const [lead] = await form.leads();
    await all.untilMailed(me);
    await plan(brand, lead.id);
    const [mail, ...others] = await all.mailsTo(email);
    assert.deepEqual(others, []);
    assert.equal(subjectOf(mail!), 'Your appointment on Tuesday 8 May 2035');
  });
});
