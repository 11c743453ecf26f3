// A receiver of webhooks on loopback whose paths behave, and misbehave, as they are told.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { listenOnSharedPort } from './shared-ports.ts';
import { eventually } from './within.ts';

export interface Message {
  headers: Record<string, string>;
  body: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  event: any;
  /** As `performance.now()` tells it. */
  at: number;
}

export interface Behaviour {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  /** Answers with what it was sent. */
  echoes?: boolean;
  delayMs?: number;
  /** Answers when that has come. */
  until?: Promise<void>;
  /** Never answers; with `afterHeaders`, begins to. */
  hangs?: boolean | 'afterHeaders';
  resets?: boolean;
}

export interface Receiver {
  readonly port: number;
  url(path: string): string;
  /** What a path does from now on; without it, 200. */
  behave(path: string, behaviour: Behaviour): void;
  received(path: string): Message[];
  /** Waits for that many messages. */
  until(path: string, count: number): Promise<Message[]>;
  /** Requests that are being kept waiting. */
  readonly hanging: number;
  /** Breaks those off, or so many of them, the longest kept first. */
  hangUp(most?: number): void;
  close(): Promise<void>;
}

const certificates = join(import.meta.dirname, 'certificates');
const authorityFile = join(certificates, 'authority.pem');

/** With `isShared`, where the shared servers may send to. */
export async function startReceiver({
  isSecure = false,
  isShared = false,
} = {}): Promise<Receiver> {
  const behaviours = new Map<string, Behaviour>();
  const messages = new Map<string, Message[]>();
  const sockets = new Set<Socket>();
  const hanging = new Set<ServerResponse>();

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url!;
    const body = await textOf(request);
    const headers = request.headers as Record<string, string>;
    const message = { headers, body, event: JSON.parse(body), at: performance.now() };
    messages.set(path, [...(messages.get(path) ?? []), message]);
    const behaviour = behaviours.get(path) ?? {};
    if (behaviour.resets) return void request.socket.resetAndDestroy();
    if (behaviour.hangs) {
      hanging.add(response);
      response.once('close', () => hanging.delete(response));
      if (behaviour.hangs === 'afterHeaders') response.writeHead(200).write('so far');
      return;
    }
    if (behaviour.delayMs) await wait(behaviour.delayMs);
    await behaviour.until;
    const said = behaviour.echoes ? body : (behaviour.body ?? 'ok');
    response.writeHead(behaviour.status ?? 200, behaviour.headers).end(said);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response).catch(() => response.destroy());
  const server = isSecure
    ? createTlsServer(
        {
          cert: readFileSync(join(certificates, 'host.pem')),
          key: readFileSync(join(certificates, 'host-key.pem')),
        },
        listener,
      )
    : createServer(listener);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  if (isShared) await listenOnSharedPort(server);
  else await once(server.listen(0, '127.0.0.1'), 'listening');
  // A test whose server does not start must end all the same.
  server.unref();
  const { port } = server.address() as AddressInfo;
  const received = (path: string) => messages.get(path) ?? [];

  return {
    port,
    url: (path) => `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}${path}`,
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    received,
    async until(path, count) {
      await eventually(async () => received(path).length >= count);
      return received(path);
    },
    get hanging() {
      return hanging.size;
    },
    hangUp(most) {
      for (const response of [...hanging].slice(0, most)) response.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** What the server has to be told to send there; what fails is tried again soon. */
export function sendingTo(...receivers: Pick<Receiver, 'port'>[]): Record<string, string> {
  return {
    NODE_EXTRA_CA_CERTS: authorityFile,
    WEBHOOK_TRUSTED_NETWORKS: '127.0.0.1/32',
    WEBHOOK_PORTS: [443, ...receivers.map(({ port }) => port)].join(','),
    WEBHOOK_RETRY_MS: '50,50,50',
  };
}

/** Throws unless the message was signed with that secret; one that is right can be too old as well. */
export function verify({ body, headers }: Message, secret: string): void {
  new Webhook(secret).verify(body, headers);
}
