// Mail over encrypted and plain connections, to real mail servers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readMailSettings } from '#core/accounts/mail-settings.ts';
import { jobMailSender, mailSender } from '#outbound/mail.ts';
import { mailAuthorityFile, startMailServer } from '../support/mail-server.ts';

type ServerOptions = NonNullable<Parameters<typeof startMailServer>[0]>;

interface Case {
  title: string;
  server: ServerOptions;
  /** Without the port. */
  url: string;
  /** The reason for a refusal; null when the mail is sent. */
  refusal: RegExp | null;
  /** Whether the mail can be read on the wire. */
  isOverheard?: boolean;
}

const account = { name: 'post@example.com', password: 'canary:p@ss' };
const right = 'post%40example.com:canary%3Ap%40ss';
const wrong = 'post%40example.com:canary%3Ax';
// Leads to this machine, although its name does not say so.
const elsewhere = '0.0.0.0';
// Longer than a person waits for a link.
const lateMs = 5_000;

const cases: Case[] = [
  {
    title: 'smtps is encrypted from the first byte',
    server: { encryption: 'at once' },
    url: 'smtps://127.0.0.1',
    refusal: null,
  },
  {
    title: 'smtps with the right password',
    server: { encryption: 'at once', account },
    url: `smtps://${right}@127.0.0.1`,
    refusal: null,
  },
  {
    title: 'smtps with a wrong password',
    server: { encryption: 'at once', account },
    url: `smtps://${wrong}@127.0.0.1`,
    refusal: /user and password of SMTP_URL.*EAUTH.*535/,
  },
  {
    title: 'smtps to a server with a certificate that nobody vouches for',
    server: { encryption: 'at once', certificate: 'stranger', account },
    url: `smtps://${right}@127.0.0.1`,
    refusal: /UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
  },
  {
    title: 'smtps to a server with a certificate of another name',
    server: { encryption: 'at once', account },
    url: `smtps://${right}@${elsewhere}`,
    refusal: /ERR_TLS_CERT_ALTNAME_INVALID/,
  },
  {
    title: 'smtp is encrypted when the server offers it',
    server: { encryption: 'when asked' },
    url: 'smtp://127.0.0.1',
    refusal: null,
  },
  {
    title: 'smtp with the right password, encrypted',
    server: { encryption: 'when asked', account },
    url: `smtp://${right}@127.0.0.1`,
    refusal: null,
  },
  {
    title: 'smtp with a wrong password, encrypted',
    server: { encryption: 'when asked', account },
    url: `smtp://${wrong}@127.0.0.1`,
    refusal: /user and password of SMTP_URL.*EAUTH.*535/,
  },
  {
    title: 'smtp to a server with a certificate that nobody vouches for',
    server: { encryption: 'when asked', certificate: 'stranger', account },
    url: `smtp://${right}@127.0.0.1`,
    refusal: /UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
  },
  {
    title: 'smtp with a password to a server elsewhere that offers no encryption',
    server: { account },
    url: `smtp://${right}@${elsewhere}`,
    refusal: /does not support TLS.*ETLS.*502/,
  },
  {
    title: 'smtp without a password to a server that offers no encryption',
    server: {},
    url: `smtp://${elsewhere}`,
    refusal: null,
    isOverheard: true,
  },
];

before(() => {
  const authority = readFileSync(mailAuthorityFile, 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), authority]);
});

for (const { title, server, url, refusal, isOverheard = false } of cases) {
  test(title, async () => {
    const mails = await startMailServer(server);
    try {
      const env = {
        SMTP_URL: `${url}:${mails.port}`,
        MAIL_FROM: 'Vakwerk <hello@example.com>',
        PUBLIC_URL: 'https://vakwerk.example.com',
      };
      const { settings } = readMailSettings(env) as { settings: Parameters<typeof mailSender>[0] };
      const to = 'anna@example.com';
      const sent = mailSender(settings)({ to, subject: 'A link', text: 'secret link' });
      if (refusal === null) {
        await sent;
        assert.deepEqual([mails.mails.length, mails.mails[0]?.to], [1, [to]]);
      } else {
        await assert.rejects(sent, (error: Error) => {
          assert.match(error.message, refusal);
          assert.doesNotMatch(`${error.stack} ${error.message}`, /canary|anna@/);
          return true;
        });
        assert.deepEqual(mails.mails, []);
      }
      const overheard = mails.overheard.join('');
      assert.doesNotMatch(overheard, /AUTH/);
      assert.equal(/secret link/.test(overheard), isOverheard);
    } finally {
      await mails.close();
    }
  });
}

test('an unreachable mail server is reported with the cause', async () => {
  const { port, close } = await startMailServer();
  await close();
  const from = 'hello@example.com';
  const settings = { host: '127.0.0.1', port, isTls: false, user: null, from };
  const mail = { to: 'anna@example.com', subject: 'A link', text: 'secret link' };
  await assert.rejects(mailSender(settings)(mail), /ECONNREFUSED/);
});

test('a mail whose answer is late is not sent twice', async () => {
  const mails = await startMailServer();
  const from = 'hello@example.com';
  const settings = { host: '127.0.0.1', port: mails.port, isTls: false, user: null, from };
  const mail = { to: 'anna@example.com', subject: 'A link', text: 'secret link' };
  const answers = [wait(lateMs, '250 kept'), wait(lateMs, '250 kept')];
  for (const answer of answers) mails.answerNext('.', answer);
  try {
    // A job waits for the answer; a person who requested a link does not.
    await Promise.all([
      jobMailSender(settings)(mail),
      assert.rejects(mailSender(settings)(mail), /ETIMEDOUT/),
    ]);
    await Promise.all(answers);
    assert.equal(mails.mails.length, 2);
  } finally {
    await mails.close();
  }
});

test('a mail that was turned away for now is sent again', async () => {
  const mails = await startMailServer();
  const from = 'hello@example.com';
  const settings = { host: '127.0.0.1', port: mails.port, isTls: false, user: null, from };
  mails.answerNext('.', '451 not now');
  try {
    await mailSender(settings)({ to: 'anna@example.com', subject: 'A link', text: 'link' });
    assert.equal(mails.mails.length, 1);
  } finally {
    await mails.close();
  }
});
