// A mail server on this machine that stores its mail.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { createSecureContext, TLSSocket } from 'node:tls';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text as received. */
  raw: string;
}

interface MailServerOptions {
  /** A free one by default. */
  port?: number;
  /** Implicit TLS, or STARTTLS; no encryption by default. */
  encryption?: 'at once' | 'when asked';
  /** One of those in certificates/. */
  certificate?: 'host' | 'stranger';
  /** The account that may send; anybody by default. */
  account?: { name: string; password: string };
}

export interface MailServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Everything received without encryption. */
  readonly overheard: string[];
  /** Replaces the reply to the next commands that begin with the word; `.` is the end of a mail. */
  answerNext(command: string, answer: string | Promise<string>): void;
  close(): Promise<void>;
}

const certificates = join(import.meta.dirname, 'certificates');
export const mailAuthorityFile = join(certificates, 'authority.pem');

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { encryption, certificate = 'host' } = options;
  const mails: ReceivedMail[] = [];
  const overheard: string[] = [];
  const sockets = new Set<Socket>();
  const planned: { command: string; answer: string | Promise<string> }[] = [];
  const secureContext = createSecureContext({
    cert: readFileSync(join(certificates, `${certificate}.pem`)),
    key: readFileSync(join(certificates, `${certificate}-key.pem`)),
  });
  const encrypted = (socket: Socket) => new TLSSocket(socket, { isServer: true, secureContext });
  const shared: Shared = {
    ...options,
    mails,
    overheard,
    encrypted,
    plannedFor(line) {
      const at = planned.findIndex(({ command }) => line.toUpperCase().startsWith(command));
      return at === -1 ? undefined : planned.splice(at, 1)[0]!.answer;
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const line = encryption === 'at once' ? encrypted(socket) : socket;
    line.write('220 test\r\n');
    serve(line, shared);
  })
    .listen(options.port ?? 0, '127.0.0.1')
    .unref();
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    overheard,
    answerNext: (command, answer) => planned.push({ command, answer }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Shared extends MailServerOptions {
  mails: ReceivedMail[];
  overheard: string[];
  encrypted(socket: Socket): TLSSocket;
  plannedFor(line: string): string | Promise<string> | undefined;
}

function serve(socket: Socket, shared: Shared): void {
  const { mails, account } = shared;
  const isEncrypted = socket instanceof TLSSocket;
  const decoder = new StringDecoder('utf8');
  const none = (): ReceivedMail => ({ from: '', to: [], raw: '' });
  let waiting = '';
  let mail = none();
  let isData = false;
  let isSignedIn = account === undefined;
  const say = (...lines: string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(''));

  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const text = decoder.write(chunk);
    if (!isEncrypted) shared.overheard.push(text);
    waiting += text;
    for (;;) {
      const end = waiting.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end === -1) return;
      const taken = waiting.slice(0, end);
      waiting = waiting.slice(end + (isData ? 5 : 2));
      if (isData) {
        const sent = { ...mail, raw: taken };
        mail = none();
        isData = false;
        keep(sent);
      } else {
        answer(taken);
      }
    }
  });

  function keep(sent: ReceivedMail): void {
    const settle = (said: string) => {
      if (said.startsWith('2')) mails.push(sent);
      say(said);
    };
    const planned = shared.plannedFor('.');
    if (planned === undefined) settle('250 kept');
    else void Promise.resolve(planned).then(settle);
  }

  function answer(line: string): void {
    const planned = shared.plannedFor(line);
    if (planned !== undefined) return void Promise.resolve(planned).then((said) => say(said));
    const [, verb = '', path = ''] = /^(\w+)[^<]*(?:<([^>]*)>)?/.exec(line) ?? [];
    const mayEncrypt = shared.encryption === 'when asked' && !isEncrypted;
    switch (verb.toUpperCase()) {
      case 'EHLO':
        say('250-test', ...(mayEncrypt ? ['250-STARTTLS'] : []), '250 AUTH PLAIN');
        break;
      case 'STARTTLS':
        if (!mayEncrypt) return void say('502 not here');
        say('220 go on');
        socket.removeAllListeners('data');
        serve(shared.encrypted(socket), shared);
        break;
      case 'AUTH':
        isSignedIn = isOf(line, account);
        // Some servers repeat their input.
        say(isSignedIn ? '235 welcome' : `535 no such account: ${line} ${decoded(line)}`);
        break;
      case 'MAIL':
        mail.from = path;
        say(isSignedIn ? '250 ok' : '530 sign in first');
        break;
      case 'RCPT':
        mail.to.push(path);
        say('250 ok');
        break;
      case 'DATA':
        isData = true;
        say('354 go on');
        break;
      case 'QUIT':
        say('221 bye');
        socket.end();
        break;
      default:
        say('250 ok');
    }
  }
}

function isOf(line: string, account: MailServerOptions['account']): boolean {
  return account !== undefined && decoded(line) === `${account.name} ${account.password}`;
}

/** User and password of an `AUTH PLAIN`. */
function decoded(line: string): string {
  const [, user, password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
    .toString()
    .split('\0');
  return `${user} ${password}`;
}

/** Decodes quoted-printable. */
export function plainText(raw: string): string {
  return raw
    .replaceAll('=\r\n', '')
    .replaceAll(/((?:=[0-9A-F]{2})+)/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    );
}
