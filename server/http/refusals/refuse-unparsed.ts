// Answers requests that never reach Fastify: malformed HTTP, timeouts and CONNECT. Only a socket is
// there, but each gets a response and a log line.
import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '#contract/error-codes.ts';
import type { BrowserHeaders } from '../browser-headers.ts';
import type { RefusalObserver } from '../observe-requests.ts';
import { rawErrorResponse } from './render-error.ts';
import { isGivenMoreTime } from './slow-uploads.ts';

interface UnparsedRefusals {
  refuse(error: Error & { code?: string }, socket: Socket): void;
  refuseTunnels(app: FastifyInstance): void;
}

interface Answer {
  status: number;
  message: string;
  code: ErrorCode;
  headers?: Readonly<Record<string, string>>;
}

const lingerMs = 1_000;
const malformed: Answer = {
  status: 400,
  message: 'the request is not well-formed HTTP',
  code: 'malformed_request',
};
const answersByCode: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'the address or the headers of the request are too large',
    code: 'headers_too_large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    message: 'the chunk extensions of the request are too large',
    code: 'body_too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: 'the request took too long to arrive',
    code: 'request_timeout',
  },
};
const noTunnel: Answer = {
  status: 405,
  message: 'CONNECT is not allowed here',
  code: 'method_not_allowed',
  headers: { Allow: '' },
};

export function createUnparsedRefusals(
  observe: RefusalObserver,
  forBrowsers: BrowserHeaders,
): UnparsedRefusals {
  // Bytes after a malformed request are malformed too, and get no second response.
  const refused = new WeakSet<Socket>();

  const answer = (socket: Socket, what: Answer, code: string) => {
    const earlier = pendingResponse(socket);
    if (earlier) {
      earlier.once('close', () => answer(socket, what, code));
      return;
    }
    if (socket.writable) {
      const { status, message, code: errorCode, headers } = what;
      const requestId = randomUUIDv7();
      const all = {
        'X-Request-Id': requestId,
        'Error-Code': errorCode,
        ...forBrowsers,
        ...headers,
      };
      socket.end(rawErrorResponse(status, message, all));
      observe({ requestId, status, code });
    }
    // An immediate close could lose the response; no close would let a client keep the socket open
    // by sending.
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
      const refuseNow = () => refuse(socket, answersByCode[code] ?? malformed, code);
      const isTimeout = code === 'ERR_HTTP_REQUEST_TIMEOUT';
      if (code === 'ECONNRESET') socket.destroy();
      else if (!isTimeout || !isGivenMoreTime(socket, refuseNow)) refuseNow();
    },
    refuseTunnels(app) {
      app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
        // The HTTP server no longer handles errors of this socket.
        socket.on('error', () => socket.destroy());
        refuse(socket, noTunnel, 'CONNECT');
      });
    },
  };
}

/** The pending response to an earlier, complete request on the socket. */
function pendingResponse(socket: Socket): ServerResponse | null {
  // Node exposes it nowhere else, and tracking it ourselves would cost every request.
  const { _httpMessage: pending } = socket as { _httpMessage?: ServerResponse | null };
  return pending && pending.req.complete && !socket.destroyed ? pending : null;
}
