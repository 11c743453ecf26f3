// Mail from senders that break rules, and mail while the database is unavailable. The servers have a port
// for mail, with a certificate, and one has its writes blocked.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { mailBytesMax } from '#contract/limits.ts';
import { call } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import {
  anotherMailChannel,
  intakesOf,
  leadsOf,
  mailChannel,
  sendMail,
  sendRaw,
  startMailReceiver,
} from '../support/mail-in.ts';
import { mangledMails } from '../support/mangled-mails.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import type { TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const certificates = join(import.meta.dirname, '../support/certificates');
const seed = seedOfRun(27);
const mangledCount = 1_000;
const mailsPerChannel = 25;

const linesTo = ({ address }: { address: string }) => [
  'EHLO me',
  'MAIL FROM:<a@example.com>',
  `RCPT TO:<${address}>`,
  'DATA',
];

/** Up to where the mail begins. */
async function begin(socket: Socket, channel: { address: string }): Promise<void> {
  for (const line of linesTo(channel)) {
    await once(socket, 'data');
    socket.write(`${line}\r\n`);
  }
  await once(socket, 'data');
}

withEachDatabase('mail from anybody', (start) => {
  let server: TestServer;
  let port: number;
  before(async () => {
    const env = {
      MAIL_IN_TLS_CERT: join(certificates, 'host.pem'),
      MAIL_IN_TLS_KEY: join(certificates, 'host-key.pem'),
    };
    ({ server, smtpPort: port } = await startMailReceiver(start, { env }));
  });
  after(() => server?.stop());

  /** Sends lines and returns the replies. */
  const converse = async (lines: readonly string[]) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
    const next = async (): Promise<string> => {
      const { value = '' } = await replies.next();
      return /^\d{3}-/.test(value) ? `${value}\n${await next()}` : value;
    };
    const said = [await next()];
    for (const line of lines) {
      socket.write(`${line}\r\n`);
      said.push(await next());
    }
    socket.destroy();
    return said;
  };

  test('the greeting tells no program or version, and there are no accounts', async () => {
    const [greeting, features, ...others] = await converse([
      'EHLO example.com',
      'AUTH PLAIN AGphbgBzZWNyZXQ=',
      'VRFY jan',
      'EXPN list',
      'HELP',
    ]);
    assert.equal(greeting, '220 leads.example.com ESMTP');
    assert.match(features!, /STARTTLS/);
    assert.doesNotMatch(features!, /AUTH|node|meet|127/i);
    for (const reply of others) assert.match(reply, /^5\d\d /);
  });

  test('a mail comes in over STARTTLS', async () => {
    const channel = await mailChannel(server);
    const tls = { rejectUnauthorized: false, servername: 'localhost' };
    const options = { ignoreTLS: false, requireTLS: true, tls };
    await sendMail(port, { to: channel.address }, options);
    assert.equal((await leadsOf(server, channel)).length, 1);
  });

  test('a mail that is too large is refused, and the sender is told', async () => {
    const channel = await mailChannel(server);
    const raw = Buffer.alloc(mailBytesMax + 1_000_000, `${'x'.repeat(76)}\r\n`);
    const { responseCode } = await sendRaw(port, channel.address, raw).catch((error) => error);
    assert.equal(responseCode, 552);
    // One that does not announce its size.
    const last = await converse([...linesTo(channel), `${raw.toString()}\r\n.`]);
    assert.match(last.at(-1)!, /^552 /);
    assert.deepEqual(await intakesOf(server, channel), []);
  });

  test('a mail of almost that size is on disk, as it came', async () => {
    const channel = await mailChannel(server);
    const head = 'From: jan@example.com\r\nSubject: Groot\r\n\r\n';
    const raw = head + `${'x'.repeat(70)}\r\n`.repeat(Math.floor((mailBytesMax - 1_000) / 72));
    assert.match(await sendRaw(port, channel.address, raw), /^250/);
    const [intake] = await intakesOf(server, channel);
    const { body } = await call(server, `/v1/api/intakes/${intake!.id}`, { key: channel.key });
    assert.equal(body.body, raw);
  });

  test('a client address has a share of the connections', async () => {
    const sockets = Array.from({ length: 31 }, () => connect(port, '127.0.0.1'));
    const greetings = await Promise.all(
      sockets.map(async (socket) => String((await once(socket, 'data'))[0])),
    );
    for (const socket of sockets) socket.destroy();
    assert.equal(greetings.filter((greeting) => greeting.startsWith('421 ')).length, 1);
    assert.equal(greetings.filter((greeting) => greeting.startsWith('220 ')).length, 30);
  });

  test('a mail that is cut off is not taken in', async () => {
    const channel = await mailChannel(server);
    const socket = connect(port, '127.0.0.1');
    await begin(socket, channel);
    socket.end('From: a@example.com\r\nSubject: Half\r\n\r\nHalf a ma');
    socket.resume();
    await once(socket, 'close');
    await eventually(async () => {
      const { text } = await call(server, '/metrics');
      return text.includes('vakwerk_mails_total{outcome="rejected"}');
    });
    assert.deepEqual(await intakesOf(server, channel), []);
  });

  test('headers and HTML stay text', async () => {
    const channel = await mailChannel(server);
    const raw = [
      'From: =?utf-8?q?Jan=0D=0ABcc=3A_x=40example.com?= <jan@example.com>',
      'Subject: =?utf-8?q?A=0D=0AX-Evil=3A_1?=',
      'Content-Type: text/html',
      '',
      '<script>alert(1)</script><p onclick="x()">De <b>kraan</b> lekt &lt;nu&gt;</p>',
    ].join('\r\n');
    await sendRaw(port, channel.address, raw);
    const [lead] = await leadsOf(server, channel);
    assert.doesNotMatch(lead!.title + lead!.customer.name, /[\r\n]/);
    assert.equal(lead!.description, 'De kraan lekt <nu>');
  });

  test(`of ${mangledCount} mangled mails none crashes the server or is lost (SEED=${seed})`, async (t) => {
    const channel = await mailChannel(server);
    // Of more mails in a minute the sender is told to try again later.
    const addresses = [channel.address];
    while (addresses.length * mailsPerChannel < mangledCount) {
      addresses.push((await anotherMailChannel(channel.me)).address);
    }
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, pool: true });
    let taken = 0;
    const sending = mangledMails(seed, mangledCount).map(async (raw, at) => {
      const envelope = { from: '', to: addresses[at % addresses.length]! };
      const { response } = await transport.sendMail({ raw, envelope });
      assert.match(response, /^250/);
      taken++;
    });
    await Promise.all(sending);
    transport.close();
    const count = await server.withDatabase(async (db) => {
      const row = await db.first<{ count: number }>(
        'select count(*) as count from intakes where brand_id = ?',
        channel.me.brandId,
      );
      return Number(row!.count);
    });
    t.diagnostic(`${taken} mails, ${count} intakes`);
    assert.equal(count, taken);
    assert.equal(taken, mangledCount);
    await sendMail(port, { to: channel.address });
  });

  test('while nothing can be stored, senders are told to try again', async () => {
    const channel = await mailChannel(server);
    const mail = { to: channel.address, messageId: `<${crypto.randomUUID()}@example.com>` };
    await whileWritesAreHeld(server, async () => {
      const { responseCode } = await sendMail(port, mail).catch((error) => error);
      assert.equal(responseCode, 451);
    });
    assert.match(await sendMail(port, mail), /^250/);
    assert.equal((await leadsOf(server, channel)).length, 1);
  });

  test('a server that shuts down takes in a mail in flight, and ends idle connections', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vakwerk-mail-'));
    const ending = await startMailReceiver(start, { dataDir });
    const channel = await mailChannel(ending.server);
    const idle = connect(ending.smtpPort, '127.0.0.1');
    await once(idle, 'data');
    const socket = connect(ending.smtpPort, '127.0.0.1');
    await begin(socket, channel);
    socket.write('From: a@example.com\r\nSubject: Half\r\n\r\nHalf');
    const ended = once(idle, 'data');
    const stopped = ending.server.stop();
    assert.match(String((await ended)[0]), /^421 /);
    idle.end();
    socket.write(' and half.\r\n.\r\n');
    assert.match(String((await once(socket, 'data'))[0]), /^250 /);
    socket.end();
    assert.equal(await stopped, 0);
    const next = await start({ dataDir });
    const [lead] = await leadsOf(next, channel);
    assert.equal(lead!.description, 'Half and half.');
    await next.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
