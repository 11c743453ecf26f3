// A flood of form posts: a program that sends them at a fixed rate, from many addresses of this machine.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';

export interface FloodSettings {
  port: number;
  path: string;
  addresses: number;
  perSecond: number;
  seconds: number;
}

export interface FloodResult {
  sent: number;
  /** Answers by status; a broken connection counts as 0. */
  statuses: Record<number, number>;
}

const sendEveryMs = 10;

async function flood(settings: FloodSettings): Promise<FloodResult> {
  // Real senders run on other machines, so they should not compete for processors.
  setPriority(constants.priority.PRIORITY_LOW);
  const { port, path, addresses, perSecond, seconds } = settings;
  const statuses: Record<number, number> = {};
  const sockets = await Promise.all(
    Array.from({ length: addresses }, (_, index) => opened(port, index, statuses)),
  );
  const total = perSecond * seconds;
  const began = performance.now();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, ((performance.now() - began) / 1000) * perSecond);
      while (sent < due) {
        sockets[sent % addresses]!.write(postOf(path, sent));
        sent++;
      }
      if (sent < total) return;
      clearInterval(timer);
      resolve();
    }, sendEveryMs);
  });
  for (const socket of sockets) socket.end();
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
  return { sent, statuses };
}

async function opened(
  port: number,
  index: number,
  statuses: Record<number, number>,
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${index + 1}` });
  const count = (status: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  socket.setEncoding('latin1').on('data', (text) => {
    for (const [, status] of String(text).matchAll(/HTTP\/1\.1 (\d{3})/g)) count(Number(status));
  });
  socket.on('error', () => count(0));
  await once(socket, 'connect');
  return socket;
}

function postOf(path: string, number: number): string {
  const body = new URLSearchParams({
    name: `Visitor ${number}`,
    email: `visitor${number}@example.com`,
    message: 'Buy our thing, number ' + String(number),
  }).toString();
  return (
    `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
}

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2]!) as FloodSettings;
  process.stdout.write(JSON.stringify(await flood(settings)));
}
