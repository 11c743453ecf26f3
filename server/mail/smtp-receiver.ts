// Receives mail for the addresses of mail channels. It answers 250 only when the mail is on disk; after 451
// the sender tries again. It relays nothing and knows no accounts.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import { mailBytesMax } from '#contract/limits.ts';
import { ConfigError } from '#core/config-error.ts';
import { clientNetwork } from '#core/requests/client-network.ts';
import type { MailInSettings } from '#server/config.ts';
import { MailCounts } from './mail-counts.ts';
import type { MailReader } from './mail-reader.ts';
import { type MailParts, receiveMail } from './receive-mail.ts';

interface SmtpReceiverOptions extends MailParts {
  settings: MailInSettings;
  reader: MailReader;
  now(): number;
  /** `outcome` is the state of the intake, rejected or failed. */
  onMail(outcome: string): void;
  onError(error: unknown): void;
}

interface SmtpReceiver {
  port: number;
  /** Lets mails in flight finish. */
  stop(): Promise<void>;
}

const clientsMax = 100;
const clientsPerAddressMax = 30;
// Of one client to one channel. A sender tries again later.
const mailsPerMinuteMax = 30;
const recipientsMax = 20;
// Somebody is guessing addresses.
const refusedRecipientsMax = 20;
const silenceMsMax = 60_000;
// 25 MB at 1 Mbit/s take 200 s.
const mailMsMax = 5 * 60_000;
const closeMsMax = 5_000;
// Of all mails that are being received.
const bufferedBytesMax = 8 * mailBytesMax;
const commandsOff = ['AUTH', 'VRFY', 'EXPN', 'HELP', 'WIZ', 'SHELL', 'KILL', 'DEBUG'];

export async function startSmtpReceiver(options: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const { settings, onError } = options;
  const { host, port, domain, tls } = settings;
  // Loaded on first use: most servers receive no mail.
  const { SMTPServer } = await import('smtp-server');
  const clients = new Map<string, number>();
  const refusals = new Map<string, number>();
  const inFlight = new Set<string>();
  let isStopping = false;
  const mailbox = new Mailbox(options);
  const counts = new MailCounts(mailsPerMinuteMax);
  const server = new SMTPServer({
    name: domain,
    banner: '',
    heloResponse: '%s',
    size: mailBytesMax,
    rejectOversized: true,
    maxClients: clientsMax,
    maxRecipients: recipientsMax,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: silenceMsMax,
    closeTimeout: closeMsMax,
    disableReverseLookup: true,
    authOptional: true,
    logger: false,
    hideENHANCEDSTATUSCODES: true,
    ...(tls && { ...filesOf(tls), minVersion: 'TLSv1.2' }),
    disabledCommands: tls ? commandsOff : [...commandsOff, 'STARTTLS'],
    onConnect({ id, remoteAddress }, done) {
      const count = (clients.get(remoteAddress) ?? 0) + 1;
      clients.set(remoteAddress, count);
      refusals.set(id, 0);
      done(count > clientsPerAddressMax ? reply(421, 'Too many connections') : null);
    },
    onClose({ id, remoteAddress }) {
      const count = (clients.get(remoteAddress) ?? 1) - 1;
      if (count === 0) clients.delete(remoteAddress);
      else clients.set(remoteAddress, count);
      refusals.delete(id);
    },
    onRcptTo({ address }, { id, remoteAddress }, done) {
      void answer(done, async () => {
        const open = await mailbox.find(address);
        if (open) {
          if (counts.take(`${open.channel.id} ${clientNetwork(remoteAddress)}`)) return;
          throw reply(451, '4.7.1 Too many mails in a minute, try again later');
        }
        const count = (refusals.get(id) ?? 0) + 1;
        refusals.set(id, count);
        const isGuessing = count > refusedRecipientsMax;
        throw isGuessing ? reply(421, 'Too many unknown recipients') : noSuchRecipient();
      });
    },
    onData(stream, session, done) {
      const timer = setTimeout(() => stream.destroy(new Error('too slow')), mailMsMax);
      inFlight.add(session.id);
      void answer(done, async () => {
        try {
          await mailbox.take(stream, session);
        } finally {
          clearTimeout(timer);
        }
      }).finally(() => {
        inFlight.delete(session.id);
        if (isStopping) endIdle();
      });
    },
  });
  const answer = async (done: (error?: Error | null, text?: string) => void, work: Work) => {
    const error = await work().then(
      () => null,
      (cause: unknown) => (cause instanceof Rejected ? cause : tryAgain(cause)),
    );
    done(error, 'OK');
  };
  const tryAgain = (error: unknown) => {
    onError(error);
    return reply(451, 'Temporary failure, try again later');
  };
  // A client may keep its connection for its next mail.
  const endIdle = () => {
    for (const connection of server.connections) {
      if (inFlight.has(connection.id)) continue;
      connection.send(421, 'Server shutting down');
      connection.close();
    }
  };
  // Errors of single connections, such as a reset.
  server.on('error', () => {});
  const listening = server.listen(port, host);
  await once(listening, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'EADDRINUSE' ? 'it is in use' : cause.message;
    throw new Error(`cannot receive mail on MAIL_IN_PORT ${port} of ${host}: ${reason}`, { cause });
  });
  return {
    port: (listening.address() as AddressInfo).port,
    async stop() {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(resolve));
      endIdle();
      await closed;
    },
  };
}

type Work = () => Promise<void>;

function filesOf({ certFile, keyFile }: { certFile: string; keyFile: string }) {
  try {
    return { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  } catch (error) {
    throw new ConfigError(
      `MAIL_IN_TLS_CERT or MAIL_IN_TLS_KEY cannot be read: ${(error as Error).message}`,
    );
  }
}

/** `MAIL FROM:<>`: nobody is to answer it. */
function isNullSender({ mailFrom }: SMTPServerSession['envelope']): boolean {
  return mailFrom !== false && mailFrom.address === '';
}

/** A reply for the sender, such as 550. */
class Rejected extends Error {
  override name = 'Rejected';
  responseCode = 0;
}

function reply(responseCode: number, text: string): Rejected {
  return Object.assign(new Rejected(text), { responseCode });
}

function noSuchRecipient(): Rejected {
  return reply(550, 'No such recipient here');
}

class Mailbox {
  readonly #options: SmtpReceiverOptions;
  #bufferedBytes = 0;

  constructor(options: SmtpReceiverOptions) {
    this.#options = options;
  }

  /** The channel of an address; what follows a "+" in it does not count. */
  async find(recipient: string): Promise<OpenChannel | null> {
    const [, local, domain] = /^([^@+]+)(?:\+[^@]*)?@([^@]+)$/.exec(recipient.toLowerCase()) ?? [];
    if (local === undefined || domain !== this.#options.settings.domain) return null;
    return this.#options.runner.run('findOpenChannel', { type: 'mail', address: local });
  }

  /** Throws unless the mail is on disk for each of its recipients. */
  async take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const { reader, now, onMail } = this.#options;
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const receivedAt = now();
    const raw = await this.#bytesOf(stream);
    try {
      const reading = await reader.read({ raw, isNullSender: isNullSender(envelope) });
      for (const open of await this.#channelsOf(recipients)) {
        const { state } = await receiveMail(this.#options, open, { raw, reading, receivedAt });
        onMail(state);
      }
    } catch (error) {
      if (!(error instanceof Rejected)) onMail('failed');
      throw error;
    } finally {
      this.#bufferedBytes -= raw.length;
    }
  }

  async #bytesOf(stream: SMTPServerDataStream): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    let refusal: Rejected | null = null;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        const isTooMuch = this.#bufferedBytes + chunk.length > bufferedBytesMax;
        if (isTooMuch) refusal ??= this.#rejected(452, 'Too much mail at once, try again later');
        // The rest is read, because the reply comes after it.
        if (refusal || stream.sizeExceeded) continue;
        this.#bufferedBytes += chunk.length;
        length += chunk.length;
        chunks.push(chunk);
      }
    } catch {
      refusal = this.#rejected(451, 'The mail was cut off');
    }
    if (stream.sizeExceeded) refusal = this.#rejected(552, 'Message too large');
    if (!refusal) return Buffer.concat(chunks);
    this.#bufferedBytes -= length;
    throw refusal;
  }

  #rejected(code: number, text: string): Rejected {
    this.#options.onMail('rejected');
    return reply(code, text);
  }

  /** Each once, although several of its addresses may be named. */
  async #channelsOf(recipients: readonly string[]): Promise<OpenChannel[]> {
    const channels = new Map<string, OpenChannel>();
    for (const recipient of recipients) {
      const open = await this.find(recipient);
      if (open) channels.set(open.channel.id, open);
    }
    // All were removed after RCPT.
    if (channels.size === 0) throw noSuchRecipient();
    return [...channels.values()];
  }
}
