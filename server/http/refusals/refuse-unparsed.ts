// Requests that never become one: the HTTP parser rejects them, they do not arrive in time, or they ask
// for a tunnel. There is a socket and nothing else, and yet each gets an answer and a line in the log.
import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { BrowserHeaders } from '../browser-headers.ts';
import type { RefusalObserver } from '../observe-requests.ts';
import { rawErrorResponse } from './render-error.ts';

interface UnparsedRefusals {
  refuse(error: Error & { code?: string }, socket: Socket): void;
  refuseTunnels(app: FastifyInstance): void;
}

interface Answer {
  status: number;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

const lingerMs = 1_000;
const malformed: Answer = { status: 400, message: 'the request is not well-formed HTTP' };
const answersByCode: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'the address or the headers of the request are too large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    message: 'the chunk extensions of the request are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'the request took too long to arrive' },
};
const noTunnel: Answer = {
  status: 405,
  message: 'CONNECT is not allowed here',
  headers: { Allow: '' },
};

export function createUnparsedRefusals(
  observe: RefusalObserver,
  forBrowsers: BrowserHeaders,
): UnparsedRefusals {
  // What follows a malformed request is malformed too, and is not answered again.
  const refused = new WeakSet<Socket>();

  const answer = (socket: Socket, what: Answer, code: string) => {
    const earlier = earlierAnswer(socket);
    if (earlier) {
      earlier.once('close', () => answer(socket, what, code));
      return;
    }
    if (socket.writable) {
      const { status, message, headers } = what;
      const requestId = randomUUIDv7();
      const all = { 'X-Request-Id': requestId, ...forBrowsers, ...headers };
      socket.end(rawErrorResponse(status, message, all));
      observe({ requestId, status, code });
    }
    // Closed at once, the answer might be lost on its way; not closed, who goes on sending keeps it open.
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  const refuse = (socket: Socket, what: Answer, code: string) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    answer(socket, what, code);
  };

  return {
    refuse(error, socket) {
      const { code = 'unknown' } = error;
      if (code === 'ECONNRESET') socket.destroy();
      else refuse(socket, answersByCode[code] ?? malformed, code);
    },
    refuseTunnels(app) {
      app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
        // The HTTP server has let go of it.
        socket.on('error', () => socket.destroy());
        refuse(socket, noTunnel, 'CONNECT');
      });
    },
  };
}

/** The answer that is due on that socket to a request that arrived whole, before the one at fault. */
function earlierAnswer(socket: Socket): ServerResponse | null {
  // Node keeps it there and tells it nowhere else; to count along would cost every request something.
  const { _httpMessage: due } = socket as { _httpMessage?: ServerResponse | null };
  return due && due.req.complete && !socket.destroyed ? due : null;
}
