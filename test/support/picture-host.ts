// An https host on loopback whose paths behave, and misbehave, like those that strangers name.
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { EventEmitter, once } from 'node:events';
import { pathsOfPictureHost } from './picture-host-paths.ts';
import { listenOnSharedPort } from './shared-ports.ts';

export interface PictureHost {
  origin: string;
  port: number;
  /** For `NODE_EXTRA_CA_CERTS`. */
  caFile: string;
  url(path: string): string;
  /** Requests for a path, with its query or, given without one, whatever its query was. */
  hits(path: string): number;
  /** All that were ever made. */
  readonly connections: number;
  readonly openConnections: number;
  /** Over all connections, as they went over the wire. */
  readonly bytesSent: number;
  /** Answers the pending requests for `/held`, or so many of them, the longest pending first. */
  release(most?: number): void;
  /** Breaks off all connections. */
  hangUp(): void;
  close(): Promise<void>;
}

interface PictureHostOptions {
  address?: string;
  /** The host's certificate is signed by nobody we know. */
  isStranger?: boolean;
  /** Where the shared servers may fetch from. */
  isShared?: boolean;
}

const certificates = join(import.meta.dirname, 'certificates');
export const authorityFile = join(certificates, 'authority.pem');

export async function startPictureHost({
  address = '127.0.0.1',
  isStranger = false,
  isShared = false,
}: PictureHostOptions = {}): Promise<PictureHost> {
  const name = isStranger ? 'stranger' : 'host';
  const hits = new Map<string, number>();
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytesSentBefore = 0;

  const gate = new EventEmitter();
  const paths = pathsOfPictureHost(gate);
  const count = (path: string) => hits.set(path, (hits.get(path) ?? 0) + 1);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search, searchParams } = new URL(request.url!, 'https://host');
    count(pathname);
    if (search !== '') count(pathname + search);
    const serve = paths[pathname];
    if (!serve) return void response.writeHead(404).end();
    try {
      await serve(response, searchParams, hits.get(pathname + search)!);
    } catch (error) {
      // Whoever asked has gone, or it is our mistake, which must be seen.
      if (!response.destroyed) throw error;
    }
  };
  const server = createServer(
    {
      cert: readFileSync(join(certificates, `${name}.pem`)),
      key: readFileSync(join(certificates, `${name}-key.pem`)),
    },
    (request, response) => void answer(request, response),
  );
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      bytesSentBefore += socket.bytesWritten;
    });
  });
  if (isShared) await listenOnSharedPort(server);
  else await once(server.listen(0, address), 'listening');
  // A test whose server does not start must end all the same.
  server.unref();
  const { port } = server.address() as AddressInfo;
  const origin = `https://${address}:${port}`;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    origin,
    port,
    caFile: authorityFile,
    url: (path) => origin + path,
    hits: (path) => hits.get(path) ?? 0,
    get connections() {
      return connections;
    },
    get openConnections() {
      return sockets.size;
    },
    get bytesSent() {
      return sockets
        .values()
        .reduce((sum, { bytesWritten }) => sum + bytesWritten, bytesSentBefore);
    },
    release(most) {
      for (const open of gate.rawListeners('open').slice(0, most)) open();
    },
    hangUp,
    async close() {
      const closed = once(server, 'close');
      server.close();
      hangUp();
      await closed;
    },
  };
}
