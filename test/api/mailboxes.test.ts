// Mailboxes of channels, in Dovecot. The servers poll every second and trust this machine.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { mailBytesMax } from '#contract/limits.ts';
import {
  type Dovecot,
  mailboxSettings,
  missingDovecot,
  plainMail,
  startDovecot,
} from '../support/dovecot.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { freePort } from '../support/free-port.ts';
import { intakesOf, leadsOf, mailChannel, type MailChannel } from '../support/mail-in.ts';
import type { TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

let dovecot: Dovecot;
let count = 0;
const newUser = () => `user${++count}`;

/** Intakes with this word cannot be stored. */
const refusing = (isPostgres: boolean) =>
  isPostgres
    ? [
        `create function refuse() returns trigger language plpgsql as
          'begin raise exception ''refused''; end'`,
        `create trigger refusing before insert on intakes for each row
          when (new.sent like '%"subject":"gif %') execute function refuse()`,
      ]
    : [
        `create trigger refusing before insert on intakes when new.sent like '%"subject":"gif %'
          begin select raise(abort, 'refused'); end`,
      ];

const figuresOf = async ({ me, id }: MailChannel) => {
  const { body } = await me.call('/v1/app/channels');
  return body.data.find((one: { id: string }) => one.id === id).figures;
};

describe('mailboxes', { skip: missingDovecot }, () => {
  let closedPort: string;
  before(async () => {
    dovecot = await startDovecot();
    closedPort = await freePort();
  });
  after(() => dovecot?.stop());

  withEachDatabase('mailboxes', (start) => {
    let server: TestServer;
    before(async () => {
      const ports = [dovecot.imapPort, dovecot.imapsPort, closedPort];
      server = await start({ env: mailboxSettings(ports) });
    });
    after(() => server?.stop());

    for (const protocol of ['imaps', 'imap'] as const) {
      test(`unread mails become leads and move, by ${protocol}`, async () => {
        const user = newUser();
        const at = new Date(Math.floor(Date.now() / 1000 - 3 * 24 * 60 * 60) * 1000);
        await dovecot.deliver(user, plainMail('Eerste'), at);
        await dovecot.deliver(user, plainMail('Tweede'));
        const mailboxUrl = dovecot.mailboxUrl(user, { protocol });
        const channel = await mailChannel(server, { mailboxUrl });
        await eventually(async () => (await leadsOf(server, channel)).length === 2);
        const [first, second] = await leadsOf(server, channel);
        assert.deepEqual([first!.title, second!.title], ['Eerste', 'Tweede']);
        assert.equal(new Date(first!.receivedAt).getTime(), at.getTime());
        await eventually(async () => (await dovecot.look(user))?.length === 0);
        assert.deepEqual(
          (await dovecot.look(user, 'Vakwerk'))!.map(({ subject }) => subject),
          ['Eerste', 'Tweede'],
        );
        // A later mail.
        await dovecot.deliver(user, plainMail('Derde'));
        await eventually(async () => (await leadsOf(server, channel)).length === 3);
        assert.equal((await figuresOf(channel)).mailboxError, null);
      });
    }

    test('mails can stay in the mailbox as read, or be deleted', async () => {
      const [reader, remover] = [newUser(), newUser()];
      for (const user of [reader, remover]) await dovecot.deliver(user, plainMail('Dak'));
      const seen = await mailChannel(server, {
        mailboxUrl: dovecot.mailboxUrl(reader, { rest: '/INBOX?after=seen' }),
      });
      const deleted = await mailChannel(server, {
        mailboxUrl: dovecot.mailboxUrl(remover, { rest: '/INBOX?after=delete' }),
      });
      for (const channel of [seen, deleted]) {
        await eventually(async () => (await leadsOf(server, channel)).length === 1);
      }
      await eventually(async () => (await dovecot.look(remover))?.length === 0);
      assert.equal(await dovecot.look(remover, 'Vakwerk'), null);
      const read = [{ subject: 'Dak', flags: ['$Vakwerk', String.raw`\Seen`] }];
      await eventually(async () => (await dovecot.look(reader))?.[0]?.flags.length === 2);
      assert.deepEqual(await dovecot.look(reader), read);
    });

    for (const after of ['move', 'seen', 'delete']) {
      test(`mails that somebody read first come in too, and old ones do not (${after})`, async () => {
        const user = newUser();
        const seen = [String.raw`\Seen`];
        await dovecot.deliver(user, plainMail('Gelezen'), undefined, seen);
        await dovecot.deliver(user, plainMail('Oud'), new Date('2020-01-02T03:04:05Z'));
        await dovecot.deliver(user, plainMail('Ongelezen'));
        const mailboxUrl = dovecot.mailboxUrl(user, { rest: `/INBOX?after=${after}` });
        const channel = await mailChannel(server, { mailboxUrl });
        const titles = async () => (await leadsOf(server, channel)).map(({ title }) => title);
        await eventually(async () => (await titles()).length === 1);
        await dovecot.deliver(user, plainMail('Telefoon'), undefined, seen);
        await eventually(async () => (await titles()).length === 2);
        await dovecot.deliver(user, plainMail('Later'));
        await eventually(async () => (await titles()).length === 3);
        assert.deepEqual(await titles(), ['Ongelezen', 'Telefoon', 'Later']);
        assert.equal((await intakesOf(server, channel)).length, 3);
      });
    }

    test('mails that cannot be stored do not hold up the others', async () => {
      const user = newUser();
      const subjects = ['gif 1', 'gif 2', 'gif 3', 'Dak'];
      for (const subject of subjects) await dovecot.deliver(user, plainMail(subject));
      await server.withDatabase(async (db) => {
        for (const statement of refusing(server.databaseUrl !== undefined)) await db.run(statement);
      });
      const channel = await mailChannel(server, { mailboxUrl: dovecot.mailboxUrl(user) });
      await eventually(async () => (await leadsOf(server, channel)).length === 1);
      assert.equal((await leadsOf(server, channel))[0]!.title, 'Dak');
      assert.equal((await dovecot.look(user))!.length, 3);
    });

    test('a mail that is too large is held with its beginning, and stays', async () => {
      const user = newUser();
      await dovecot.deliver(
        user,
        plainMail('Groot', 'x'.repeat(78).concat('\r\n').repeat(340_000)),
      );
      const channel = await mailChannel(server, { mailboxUrl: dovecot.mailboxUrl(user) });
      await eventually(async () => (await intakesOf(server, channel)).length === 1);
      const [held] = await intakesOf(server, channel);
      assert.deepEqual([held!.state, held!.reason], ['held', 'unreadable']);
      const { body } = await channel.me.call(`/v1/api/intakes/${held!.id}`);
      assert.equal(body.sent.subject, 'Groot');
      assert.ok(body.body.length < mailBytesMax / 10);
      const flags = ['$Vakwerk', String.raw`\Flagged`, String.raw`\Seen`];
      await eventually(async () => (await dovecot.look(user))?.[0]?.flags.length === 3);
      assert.deepEqual(await dovecot.look(user), [{ subject: 'Groot', flags }]);
    });

    test('a mailbox that cannot be read is shown with its channel', async () => {
      const user = newUser();
      const wrong: [url: string, error: string][] = [
        [`imaps://${user}:wrong@127.0.0.1:${dovecot.imapsPort}`, 'sign_in_failed'],
        [dovecot.mailboxUrl(user, { rest: '/Nowhere' }), 'no_such_folder'],
        [`imaps://${user}:x@127.0.0.1:${closedPort}`, 'connect_failed'],
        // No TLS where the URL says so.
        [`imaps://${user}:x@127.0.0.1:${dovecot.imapPort}`, 'tls_failed'],
        [`imaps://${user}:x@10.1.2.3:${dovecot.imapsPort}`, 'blocked_address'],
        [`imaps://${user}:x@127.0.0.1:25`, 'blocked_address'],
        [`imaps://${user}:x@mail.test:${dovecot.imapsPort}`, 'dns_failed'],
      ];
      const channels = new Map<string, MailChannel>();
      for (const [mailboxUrl] of wrong) {
        channels.set(mailboxUrl, await mailChannel(server, { mailboxUrl }));
      }
      for (const [mailboxUrl, error] of wrong) {
        const channel = channels.get(mailboxUrl)!;
        await eventually(async () => (await figuresOf(channel)).mailboxError !== null);
        const figures = await figuresOf(channel);
        assert.deepEqual([figures.mailboxError, figures.warning], [error, 'mailbox']);
      }
      // Mended.
      const [[wrongUrl]] = wrong as [[string, string]];
      const channel = channels.get(wrongUrl)!;
      await dovecot.deliver(user, plainMail('Toch'));
      const body = { mailboxUrl: dovecot.mailboxUrl(user) };
      await channel.me.call(`/v1/app/channels/${channel.id}`, { method: 'PATCH', body });
      await eventually(async () => (await leadsOf(server, channel)).length === 1);
      assert.equal((await figuresOf(channel)).mailboxError, null);
      assert.ok(!server.output().includes('wrong@'));
    });
  });

  withEachDatabase('a server that is killed while it polls', (start) => {
    test('has on disk what it moved, and the next one takes in the rest', async () => {
      const user = newUser();
      const subjects = Array.from({ length: 20 }, (_, number) => `Mail ${number}`);
      for (const subject of subjects) await dovecot.deliver(user, plainMail(subject));
      const dataDir = mkdtempSync(join(tmpdir(), 'vakwerk-mailboxes-'));
      const env = { ...mailboxSettings([dovecot.imapsPort]), JOB_LEASE_MS: '1000' };
      let server = await start({ env, dataDir });
      try {
        const channel = await mailChannel(server, { mailboxUrl: dovecot.mailboxUrl(user) });
        for (const least of [1, 5, 10]) {
          const moved = async () => (await dovecot.look(user, 'Vakwerk')) ?? [];
          await eventually(async () => (await moved()).length >= least);
          await server.stop('SIGKILL');
          const onDisk = await moved();
          server = await start({ env, dataDir });
          const titles = new Set((await leadsOf(server, channel)).map(({ title }) => title));
          for (const { subject } of onDisk) assert.ok(titles.has(subject), subject);
        }
        await eventually(async () => (await dovecot.look(user))?.length === 0);
        const leads = await leadsOf(server, channel);
        assert.deepEqual(leads.map(({ title }) => title).sort(), subjects.toSorted());
      } finally {
        await server.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    });
  });
});
