// Mailboxes that keep the service waiting, beside one in Dovecot. The servers poll every second and trust
// this machine.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { after, before, describe } from 'node:test';
import {
  type Dovecot,
  mailboxSettings,
  missingDovecot,
  plainMail,
  startDovecot,
} from '../support/dovecot.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { anotherMailChannel, leadsOf, mailChannel } from '../support/mail-in.ts';
import type { TestServer } from '../support/server.ts';
import { eventually, timelyTest, within } from '../support/within.ts';

const certificates = join(import.meta.dirname, '../support/certificates');

/** An IMAP server that greets, and then says nothing. */
async function startSilentServer() {
  const sockets = new Set<TLSSocket>();
  const server = createServer(
    {
      cert: readFileSync(join(certificates, 'host.pem')),
      key: readFileSync(join(certificates, 'host-key.pem')),
    },
    (socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      socket.resume();
      socket.write('* OK ready\r\n');
    },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    count: () => sockets.size,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('slow mailboxes', { skip: missingDovecot }, () => {
  let dovecot: Dovecot;
  let silent: Awaited<ReturnType<typeof startSilentServer>>;
  let count = 0;
  before(async () => {
    dovecot = await startDovecot();
    silent = await startSilentServer();
  });
  after(async () => {
    silent?.stop();
    await dovecot?.stop();
  });

  withEachDatabase('slow mailboxes', (start) => {
    let server: TestServer;
    before(async () => {
      server = await start({ env: mailboxSettings([dovecot.imapsPort, silent.port]) });
    });
    after(() => server?.stop());

    timelyTest('those of one brand do not delay the mail of another', async () => {
      const mailboxUrl = `imaps://jan:x@127.0.0.1:${silent.port}`;
      const slow = await mailChannel(server, { mailboxUrl });
      for (let made = 1; made < 10; made++) await anotherMailChannel(slow.me, { mailboxUrl });
      await eventually(async () => silent.count() > 0);
      const user = `user${++count}`;
      await dovecot.deliver(user, plainMail('Dak'));
      const channel = await mailChannel(server, { mailboxUrl: dovecot.mailboxUrl(user) });
      await within(8_000, async () => (await leadsOf(server, channel)).length === 1);
      assert.equal(silent.count(), 1);
      await within(30_000, async () => {
        const { body } = await slow.me.call('/v1/app/channels');
        return body.data.some(
          ({ figures }: { figures: { mailboxError: string } }) =>
            figures.mailboxError === 'timeout',
        );
      });
    });
  });
});
