// A proxy in front of a test server that treats the next requests as badly as it is told.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** What happens to one request; `passes` by default. */
export type Fault =
  | { kind: 'passes' }
  /** The server never hears of it. */
  | { kind: 'reset-before' }
  /** The server is still doing what was asked when the caller is cut off. */
  | { kind: 'reset-while'; isUnderWay(): Promise<void> }
  /** The server does what was asked, and nobody learns of it. */
  | { kind: 'reset-after' }
  /** The same, with a part of the answer. */
  | { kind: 'cut-off' }
  /** The same, and then nothing more comes. */
  | { kind: 'stalls' }
  /** The server does what was asked; its answer is kept back. */
  | { kind: 'slow'; ms: number }
  /** Answered by the proxy itself. */
  | { kind: 'answers'; status: number; headers?: Record<string, string>; body?: string }
  /** Answered by the proxy itself, after the server has done it. */
  | { kind: 'answers-after'; status: number; headers?: Record<string, string> };

interface SeenRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** As `performance.now()` tells it. */
  at: number;
  /** What the server said to it, also where nobody learns of that; null when it was not asked. */
  answeredStatus: number | null;
}

export interface FaultProxy {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** For the requests that come next, one after the other; those behind them pass. */
  next(...faults: Fault[]): void;
  /** Forgets what was seen and planned. */
  reset(): void;
  close(): Promise<void>;
}

export async function startFaultProxy(target: { url: string }): Promise<FaultProxy> {
  const plan: Fault[] = [];
  const seen: SeenRequest[] = [];

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const fault = plan.shift() ?? { kind: 'passes' };
    const body = await buffer(incoming);
    const request: SeenRequest = {
      method,
      path: url,
      headers: headers as Record<string, string>,
      body: body.toString(),
      at: performance.now(),
      answeredStatus: null,
    };
    seen.push(request);
    if (fault.kind === 'reset-before') return incoming.socket.resetAndDestroy();
    if (fault.kind === 'answers') {
      return outgoing.writeHead(fault.status, fault.headers).end(fault.body);
    }
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers;
    const responding = fetch(new URL(url, target.url), {
      method,
      headers: passed as Record<string, string>,
      ...(body.length > 0 && { body }),
      redirect: 'manual',
    });
    if (fault.kind === 'reset-while') {
      await fault.isUnderWay();
      incoming.socket.resetAndDestroy();
    }
    const response = await responding;
    request.answeredStatus = response.status;
    const answered = Buffer.from(await response.arrayBuffer());
    // It is written anew here, in one piece and as fetch has unpacked it.
    const {
      'transfer-encoding': ____,
      connection: _____,
      'content-encoding': ______,
      'content-length': _______,
      ...kept
    } = Object.fromEntries(response.headers);
    switch (fault.kind) {
      case 'reset-while':
        return;
      case 'reset-after':
        return incoming.socket.resetAndDestroy();
      case 'answers-after':
        return outgoing.writeHead(fault.status, fault.headers).end();
      case 'cut-off':
      case 'stalls':
        outgoing.writeHead(response.status, { ...kept, 'content-length': answered.length });
        outgoing.write(answered.subarray(0, answered.length / 2), () => {
          if (fault.kind === 'cut-off') incoming.socket.resetAndDestroy();
        });
        return;
      case 'slow':
        await wait(fault.ms, undefined, { ref: false });
    }
    outgoing.writeHead(response.status, kept).end(answered);
  };

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    next: (...faults) => void plan.push(...faults),
    reset() {
      plan.length = 0;
      seen.length = 0;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
