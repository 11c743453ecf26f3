// Mail that is received by SMTP. The servers have a port for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import {
  anotherMailChannel,
  intakesOf,
  leadsOf,
  mailChannel,
  mailDomain,
  sendMail,
  sendRaw,
  startMailReceiver,
} from '../support/mail-in.ts';
import { outcomesOf, wordsFor } from '../support/photo-server.ts';
import { makePicture } from '../support/sample-pictures.ts';
import type { TestServer } from '../support/server.ts';
import { eventually, timelyTest, within } from '../support/within.ts';

withEachDatabase('mail by SMTP', (start) => {
  let server: TestServer;
  let port: number;
  before(async () => {
    ({ server, smtpPort: port } = await startMailReceiver(start));
  });
  after(() => server?.stop());

  timelyTest('a mail of a portal is a lead within two seconds', async () => {
    const channel = await mailChannel(server);
    const raw = [
      'From: "Klusportaal" <noreply@portaal.example>',
      `To: ${channel.address}`,
      'Subject: Nieuwe aanvraag: badkamer',
      `Message-ID: <${crypto.randomUUID()}@portaal.example>`,
      'Auto-Submitted: auto-generated',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<table><tr><td>Naam</td><td>Ren=C3=A9e de Vries</td></tr>',
      '<tr><td>E-mail</td><td>renee@example.com</td></tr>',
      '<tr><td>Telefoon</td><td>06 1234 5678</td></tr>',
      '<tr><td>Postcode</td><td>3511 LN</td></tr>',
      '<tr><td>Omschrijving</td><td>De badkamer is toe aan vervanging=2E</td></tr></table>',
    ].join('\r\n');
    assert.match(await sendRaw(port, channel.address, raw), /^250/);
    await within(2_000, async () => (await leadsOf(server, channel)).length === 1);
    const [lead] = await leadsOf(server, channel);
    assert.equal(lead!.customer.name, 'Renée de Vries');
    assert.equal(lead!.customer.email, 'renee@example.com');
    assert.match(lead!.customer.phone, /1234/);
    assert.match(lead!.description, /badkamer is toe aan vervanging\./);
    const [intake] = await intakesOf(server, channel);
    assert.deepEqual([intake!.state, intake!.workItemId], ['lead', lead!.id]);
    const path = `/v1/api/intakes/${intake!.id}`;
    const { body } = await call(server, path, { key: channel.key });
    // As it came.
    assert.equal(body.body.trimEnd(), raw.trimEnd());
    assert.equal(body.contentType, 'message/rfc822');
  });

  test('a mail without labels is a lead of its sender, with pictures as photos', async () => {
    const channel = await mailChannel(server);
    const picture = await makePicture('jpeg', { width: 400, height: 300 });
    await sendMail(port, {
      to: channel.address,
      subject: 'Lekkage in de keuken',
      text: 'De kraan lekt al een week.',
      attachments: [
        { filename: 'kraan.jpg', content: picture, contentType: 'image/jpeg' },
        { filename: 'offerte.pdf', content: 'not a picture', contentType: 'application/pdf' },
      ],
    });
    const [lead] = await leadsOf(server, channel);
    assert.equal(lead!.title, 'Lekkage in de keuken');
    assert.equal(lead!.description, 'De kraan lekt al een week.');
    assert.equal(lead!.customer.name, 'Jan Jansen');
    assert.equal(lead!.customer.email, 'jan@example.com');
    const photos = await outcomesOf(server, channel.key, lead!.id);
    assert.deepEqual(wordsFor(photos), ['stored']);
  });

  test('the answer to a mail is added to its lead, with its pictures', async () => {
    const channel = await mailChannel(server);
    const messageId = `<${crypto.randomUUID()}@example.com>`;
    await sendMail(port, { to: channel.address, messageId });
    const second = {
      to: channel.address,
      messageId: `<${crypto.randomUUID()}@example.com>`,
      inReplyTo: messageId,
      references: [messageId],
      subject: 'Re: Lekkage',
      text: 'Morgen kan ook.\n\nOp 3 mei 2026 schreef Jan Jansen:\n> De kraan lekt.',
      attachments: [
        {
          filename: 'kraan.png',
          content: await makePicture('png', { width: 300, height: 300 }),
          contentType: 'image/png',
        },
      ],
    };
    await sendMail(port, second);
    await sendMail(port, second);
    // An answer to the answer.
    await sendMail(port, {
      to: channel.address,
      inReplyTo: second.messageId,
      references: [second.messageId],
      subject: 'Re: Lekkage',
      text: 'Of overmorgen.',
    });
    const leads = await leadsOf(server, channel);
    assert.equal(leads.length, 1);
    assert.equal(
      leads[0]!.notes,
      'Antwoord per e-mail van Jan Jansen (jan@example.com) met 1 foto:\nMorgen kan ook.\n\n' +
        'Antwoord per e-mail van Jan Jansen (jan@example.com):\nOf overmorgen.',
    );
    const photos = await outcomesOf(server, channel.key, leads[0]!.id);
    assert.deepEqual(wordsFor(photos), ['stored']);
    const states = (await intakesOf(server, channel)).map(({ state }) => state);
    assert.deepEqual(states, ['lead', 'lead', 'lead']);
    const history = await call(server, `/v1/api/work-items/${leads[0]!.id}/history`, {
      key: channel.key,
    });
    assert.ok(history.body.data.some(({ type }: { type: string }) => type === 'lead.updated'));
  });

  test('the answer to a mail whose lead was deleted is a lead of its own', async () => {
    const channel = await mailChannel(server);
    const messageId = `<${crypto.randomUUID()}@example.com>`;
    await sendMail(port, { to: channel.address, messageId });
    const [lead] = await leadsOf(server, channel);
    const path = `/v1/api/work-items/${lead!.id}`;
    await call(server, path, { key: channel.key, method: 'DELETE' });
    await sendMail(port, { to: channel.address, inReplyTo: messageId, text: 'Nog een vraag.' });
    const [other, ...rest] = await leadsOf(server, channel);
    assert.deepEqual([other!.description, rest.length], ['Nog een vraag.', 0]);
  });

  test('a held answer is added to its lead when it is accepted', async () => {
    const channel = await mailChannel(server);
    const ids = Array.from({ length: 3 }, () => `<${crypto.randomUUID()}@example.com>`);
    await sendMail(port, { to: channel.address, messageId: ids[0]! });
    for (const messageId of ids.slice(1)) {
      await sendMail(port, {
        to: channel.address,
        messageId,
        inReplyTo: ids[0]!,
        text: `Ik ben er niet.\n\nOp 3 mei 2026 schreef Klusbedrijf <k@example.com>:\n> Kom je?`,
        headers: { 'Auto-Submitted': 'auto-replied' },
        attachments: [{ filename: 'p.jpg', content: await makePicture('jpeg', { width: 300 }) }],
      });
    }
    const [, held, other] = await intakesOf(server, channel);
    assert.deepEqual([held!.reason, other!.reason], ['auto_reply', 'auto_reply']);
    const accept = (id: string, body?: object) =>
      call(server, `/v1/api/intakes/${id}/accept`, {
        key: channel.key,
        method: 'POST',
        ...(body && { body }),
      });
    const [lead] = await leadsOf(server, channel);
    const joined = await accept(held!.id);
    assert.equal(joined.status, 200, joined.text);
    assert.equal(joined.headers.get('location'), `/v1/api/work-items/${lead!.id}`);
    assert.equal(joined.body.id, lead!.id);
    assert.match(joined.body.notes, /met 1 foto:\nIk ben er niet\.$/);
    assert.equal((await leadsOf(server, channel)).length, 1);
    const after = (await intakesOf(server, channel))[1]!;
    assert.deepEqual([after.state, after.workItemId], ['lead', lead!.id]);
    assert.equal((await accept(held!.id)).status, 409);
    const photos = await outcomesOf(server, channel.key, lead!.id);
    assert.deepEqual(wordsFor(photos), ['stored']);

    // An answer to it finds the lead too.
    await sendMail(port, { to: channel.address, inReplyTo: ids[1]!, text: 'Nu wel.' });
    assert.match((await leadsOf(server, channel))[0]!.notes!, /Nu wel\.$/);
    // Who corrects it makes a lead of it.
    assert.equal((await accept(other!.id, { title: 'Iets anders' })).status, 201);
    assert.equal((await leadsOf(server, channel)).length, 2);
  });

  test('a mail that is sent again makes one lead; another with its Message-ID a second', async () => {
    const channel = await mailChannel(server);
    const mail = { to: channel.address, messageId: `<${crypto.randomUUID()}@example.com>` };
    for (let sent = 0; sent < 3; sent++) await sendMail(port, mail);
    assert.equal((await leadsOf(server, channel)).length, 1);
    await sendMail(port, { ...mail, text: 'Iets anders.' });
    assert.equal((await leadsOf(server, channel)).length, 2);
    // Without a Message-ID its bytes count.
    const raw = 'From: piet@example.com\r\nSubject: Dak\r\n\r\nHet dak lekt.\r\n';
    for (let sent = 0; sent < 2; sent++) await sendRaw(port, channel.address, raw);
    assert.equal((await leadsOf(server, channel)).length, 3);
  });

  test('a mail to several channels is an intake of each', async () => {
    const one = await mailChannel(server);
    const other = await anotherMailChannel(one.me);
    const stranger = await mailChannel(server);
    await sendMail(port, { to: [one.address, other.address, stranger.address] });
    assert.equal((await intakesOf(server, one)).length, 1);
    assert.equal((await intakesOf(server, { ...one, id: other.id })).length, 1);
    assert.equal((await leadsOf(server, stranger)).length, 1);
  });

  test('bounces, automatic replies and lists are held', async () => {
    const channel = await mailChannel(server);
    const headers: [reason: string, headers: Record<string, string>][] = [
      ['bounce', { 'Return-Path': '<>' }],
      ['auto_reply', { 'Auto-Submitted': 'auto-replied' }],
      ['mailing_list', { 'List-Id': '<nieuws.example.com>' }],
    ];
    for (const [, extra] of headers) {
      await sendMail(port, { to: channel.address, headers: extra });
    }
    const held = await intakesOf(server, channel);
    assert.deepEqual(
      held.map(({ state, reason }) => [state, reason]),
      headers.map(([reason]) => ['held', reason]),
    );
    assert.deepEqual(await leadsOf(server, channel), []);
  });

  test('a mail of nobody, by its envelope, is held', async () => {
    const channel = await mailChannel(server);
    const envelope = { from: '', to: channel.address };
    await sendMail(port, { to: channel.address, envelope });
    const [held] = await intakesOf(server, channel);
    assert.deepEqual([held!.state, held!.reason], ['held', 'bounce']);
  });

  test('a client that sends too much to a channel has to try again later', async () => {
    const channel = await mailChannel(server);
    const other = await anotherMailChannel(channel.me);
    const sendTo = (to: string) => sendMail(port, { to }).catch((error) => error.response);
    let last = '250';
    // A minute may begin meanwhile.
    for (let sent = 0; last.startsWith('250') && sent < 61; sent++) {
      last = await sendTo(channel.address);
    }
    assert.match(last, /^451 4\.7\.1 /);
    assert.match(await sendTo(other.address), /^250/);
  });

  test('an answer to a held mail that was accepted is added to its lead', async () => {
    const channel = await mailChannel(server);
    const messageId = `<${crypto.randomUUID()}@example.com>`;
    const headers = { 'List-Id': '<nieuws.example.com>' };
    await sendMail(port, { to: channel.address, messageId, headers });
    const [held] = await intakesOf(server, channel);
    const accepted = await call(server, `/v1/api/intakes/${held!.id}/accept`, {
      key: channel.key,
      body: {},
    });
    assert.ok(accepted.status < 300, accepted.text);
    await sendMail(port, { to: channel.address, inReplyTo: messageId, text: 'Graag snel.' });
    const leads = await leadsOf(server, channel);
    assert.equal(leads.length, 1);
    assert.match(leads[0]!.notes ?? '', /Graag snel\.$/);
  });

  test('a mail that cannot be parsed is held, as it came', async () => {
    const channel = await mailChannel(server);
    const raw = Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x0d, 0x0a]);
    await sendRaw(port, channel.address, raw);
    const [held] = await intakesOf(server, channel);
    assert.deepEqual([held!.state, held!.reason], ['held', 'unreadable']);
    const path = `/v1/api/intakes/${held!.id}`;
    const { body } = await call(server, path, { key: channel.key });
    assert.ok(Buffer.from(body.body, body.bodyEncoding).subarray(0, raw.length).equals(raw));
  });

  test('only the addresses of channels are recipients', async () => {
    const channel = await mailChannel(server);
    const [local] = channel.address.split('@');
    const unknown = [`nobody@${mailDomain}`, `${local}@example.com`, 'jan@elsewhere.example'];
    for (const to of unknown) {
      const { responseCode } = await sendMail(port, { to }).catch((error) => error);
      assert.equal(responseCode, 550, to);
    }
    await sendMail(port, { to: `${local!.toUpperCase()}+dak@${mailDomain}` });
    assert.equal((await leadsOf(server, channel)).length, 1);
    await channel.me.call(`/v1/app/channels/${channel.id}`, { method: 'DELETE' });
    const { responseCode } = await sendMail(port, { to: channel.address }).catch((error) => error);
    assert.equal(responseCode, 550);
  });

  test('metrics count mails by what came of them', async () => {
    await eventually(async () => {
      const { text } = await call(server, '/metrics');
      return /vakwerk_mails_total\{outcome="lead"\} \d+/.test(text);
    });
  });
});
