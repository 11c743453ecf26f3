// A mail server on this machine that keeps what it is sent.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Header fields and text as they came over the line. */
  raw: string;
}

export interface MailServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Answers to the next commands that begin with the word, in the place of its own. */
  answerNext(command: string, answer: string): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const planned: { command: string; answer: string }[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    serve(socket, mails, (line) => {
      const at = planned.findIndex(({ command }) => line.toUpperCase().startsWith(command));
      return at === -1 ? undefined : planned.splice(at, 1)[0]!.answer;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    answerNext: (command, answer) => planned.push({ command, answer }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(
  socket: Socket,
  mails: ReceivedMail[],
  plannedFor: (line: string) => string | undefined,
): void {
  let waiting = '';
  let mail: ReceivedMail = { from: '', to: [], raw: '' };
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    waiting += chunk;
    for (;;) {
      const end = waiting.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end === -1) return;
      const text = waiting.slice(0, end);
      waiting = waiting.slice(end + (isData ? 5 : 2));
      if (isData) {
        mails.push({ ...mail, raw: text });
        mail = { from: '', to: [], raw: '' };
        isData = false;
        say('250 kept');
        continue;
      }
      const planned = plannedFor(text);
      if (planned !== undefined) {
        say(planned);
        continue;
      }
      const [, verb = '', path = ''] = /^(\w+)[^<]*(?:<([^>]*)>)?/.exec(text) ?? [];
      switch (verb.toUpperCase()) {
        case 'EHLO':
          say('250 test');
          break;
        case 'MAIL':
          mail.from = path;
          say('250 ok');
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
  });
}
