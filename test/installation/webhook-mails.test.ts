// Owners get a mail when a webhook is disabled. Own servers: they send mail, and are restarted.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { looksOften } from '../support/erasure.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, plainText, startMailServer } from '../support/mail-server.ts';
import type { TestServer } from '../support/server.ts';
import { signInAs } from '../support/sign-in.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

const day = 24 * 60 * 60 * 1000;

/** The settings for that mail server. */
async function mailingBy({ port: mailPort }: MailServer) {
  const port = await freePort();
  return {
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'Vakwerk <hello@example.com>',
  };
}

withEachDatabase('mails about webhooks', (start) => {
  let server: TestServer;
  let mail: MailServer;
  let receiver: Receiver;
  before(async () => {
    mail = await startMailServer();
    receiver = await startReceiver();
    receiver.behave('/gone', { status: 410 });
    receiver.behave('/fails', { status: 500 });
    const mailing = await mailingBy(mail);
    server = await start({ env: { ...sendingTo(receiver), ...looksOften, ...mailing } });
  });
  after(async () => {
    await server?.stop();
    await mail?.close();
    await receiver?.close();
  });

  const newBrand = async () => {
    const owner = await signInAs(server);
    const key = await server.createKey({ brandId: owner.brandId });
    return { owner, key, api: webhookApi(server, key) };
  };
  const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email));
  const jobs = () =>
    server.withDatabase((db) =>
      db.all<{ failures: number }>(`select failures from jobs where kind = 'notifyOwner'`),
    );
  const untilTold = () => eventually(async () => (await jobs()).length === 0);

  test('to each owner, in the brand’s language, with a link to its page', async () => {
    const { owner, key, api } = await newBrand();
    const { brandId } = owner;
    await owner.call('/v1/app/brand', { method: 'PATCH', body: { name: 'Jansen\r\nBcc: x@y.z' } });
    const other = await signInAs(server, { brandId });
    const member = await signInAs(server, { brandId, role: 'member' });
    const { id } = await api.create(receiver.url('/gone'), { eventTypes: ['lead.created'] });
    await createLead(server, key);
    await eventually(async () => [owner, other].every(({ email }) => mailsTo(email).length));
    await untilTold();
    for (const { email } of [owner, other]) {
      const [received, ...more] = mailsTo(email);
      assert.deepEqual(more, []);
      assert.deepEqual([received!.from, received!.to], ['hello@example.com', [email]]);
      const text = plainText(received!.raw);
      assert.match(text, /^Subject: Webhook gestopt bij Jansen/m);
      assert.doesNotMatch(text, /^bcc:/im);
      assert.match(text, /URL niet meer bestaat \(410\)/);
      assert.ok(text.includes(`127.0.0.1:${receiver.port}`));
      assert.doesNotMatch(text, /\/gone/, 'the rest of an address may be a secret');
      assert.ok(text.includes(`${server.url}/settings/webhooks/${id}`), text);
    }
    assert.deepEqual(mailsTo(member.email), []);
  });

  test('not about a webhook of the test side', async () => {
    const { owner, key, api } = await newBrand();
    const trialKey = await server.createKey({ brandId: owner.brandId, isTest: true });
    const trial = webhookApi(server, trialKey);
    const { id } = await trial.create(receiver.url('/gone'), { eventTypes: ['lead.created'] });
    await createLead(server, trialKey);
    await eventually(async () => (await trial.get(`/${id}`)).body.state === 'disabled');
    // The mail about a live webhook comes later, so no other was pending.
    const live = await api.create(receiver.url('/gone'), { eventTypes: ['lead.created'] });
    await createLead(server, key);
    await eventually(async () => mailsTo(owner.email).length > 0);
    await untilTold();
    const [received, ...more] = mailsTo(owner.email);
    assert.ok(plainText(received!.raw).includes(live.id));
    assert.deepEqual(more, []);
  });

  test('after five days, in English, and retried after a mail failure', async () => {
    const { owner, key, api } = await newBrand();
    await owner.call('/v1/app/brand', { method: 'PATCH', body: { language: 'en' } });
    const { id } = await api.create(receiver.url('/fails'), {
      eventTypes: ['lead.created'],
      description: 'Bookkeeping',
    });
    await server.withDatabase((db) =>
      db.run(
        'update webhook_endpoints set failing_since = ? where id = ?',
        Date.now() - 6 * day,
        id,
      ),
    );
    mail.answerNext('RCPT', '550 not now');
    await createLead(server, key);
    await eventually(async () => (await jobs()).some(({ failures }) => failures === 1));
    assert.deepEqual(mailsTo(owner.email), []);
    await server.withDatabase((db) =>
      db.run(`update jobs set due_at = ? where kind = 'notifyOwner'`, Date.now()),
    );
    await eventually(async () => mailsTo(owner.email).length > 0);
    await untilTold();
    const text = plainText(mailsTo(owner.email)[0]!.raw);
    assert.match(text, /^Subject: Webhook stopped at /m);
    assert.match(text, /“Bookkeeping” .* has stopped: nothing got through for 5 days\./);
  });

  test('no mail about a webhook that was fixed by then', async () => {
    const { owner, key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/gone'), { eventTypes: ['lead.created'] });
    mail.answerNext('RCPT', '550 not now');
    await createLead(server, key);
    await eventually(async () => (await jobs()).some(({ failures }) => failures === 1));
    await api.patch(id, { state: 'paused' });
    await server.withDatabase((db) =>
      db.run(`update jobs set due_at = ? where kind = 'notifyOwner'`, Date.now()),
    );
    await untilTold();
    assert.deepEqual(mailsTo(owner.email), []);
  });
});

withEachDatabase('a mail about a webhook when the server stops', (start) => {
  test('is completed, and not sent twice', async () => {
    const mail = await startMailServer();
    const receiver = await startReceiver();
    receiver.behave('/gone', { status: 410 });
    const dataDir = mkdtempSync(join(tmpdir(), 'vakwerk-mail-'));
    const env = { ...sendingTo(receiver), ...(await mailingBy(mail)) };
    const server = await start({ dataDir, env });
    const { brandId } = await signInAs(server);
    const key = await server.createKey({ brandId });
    await webhookApi(server, key).create(receiver.url('/gone'), { eventTypes: ['lead.created'] });
    const { promise: answer, resolve } = Promise.withResolvers<string>();
    mail.answerNext('MAIL', answer);
    await createLead(server, key);
    await eventually(async () => mail.overheard.some((line) => line.startsWith('MAIL')));
    const stopped = server.stop();
    await eventually(async () => server.output().includes('"closing"'));
    resolve('250 ok');
    assert.equal(await stopped, 0);
    assert.equal(mail.mails.length, 1);
    const next = await start({ dataDir, env });
    const left = await next.withDatabase((db) =>
      db.all(`select id from jobs where kind = 'notifyOwner'`),
    );
    assert.deepEqual(left, []);
    assert.equal(mail.mails.length, 1);
    await next.stop();
    await mail.close();
    await receiver.close();
    rmSync(dataDir, { recursive: true });
  });
});

withEachDatabase('webhooks where no mail is sent', (start) => {
  test('no job is left', async () => {
    const receiver = await startReceiver();
    const server = await start({ env: sendingTo(receiver) });
    receiver.behave('/gone', { status: 410 });
    const { brandId } = await signInAs(server);
    const key = await server.createKey({ brandId });
    const api = webhookApi(server, key);
    const { id } = await api.create(receiver.url('/gone'), { eventTypes: ['lead.created'] });
    await createLead(server, key);
    await eventually(async () => (await api.get(`/${id}`)).body.state === 'disabled');
    const left = await server.withDatabase((db) =>
      db.all(`select id from jobs where kind = 'notifyOwner'`),
    );
    assert.deepEqual(left, []);
    await server.stop();
    await receiver.close();
  });
});
