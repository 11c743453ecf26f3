// Graceful shutdown: new connections are refused immediately. Open ones get a short grace period
// for requests already on the way, and each response carries `Connection: close`.
import { once } from 'node:events';
import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const graceMs = 200;

interface ClosingOptions {
  isClosing(): boolean;
  /** Connections still open by then are closed. */
  cutOffAfterMs: number;
}

export function drainConnections(
  app: FastifyInstance,
  { isClosing, cutOffAfterMs }: ClosingOptions,
): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing()) void reply.header('connection', 'close');
    done();
  });

  app.addHook('preClose', async () => {
    const closed = once(app.server, 'close');
    // `http.Server.close` destroys idle connections immediately, even with an unread request on the
    // socket. Fastify calls it after this hook.
    Server.prototype.close.call(app.server);
    setTimeout(() => app.server.closeAllConnections(), cutOffAfterMs).unref();
    await Promise.race([closed, wait(graceMs)]);
    // The loop may have been blocked for the whole period: one more turn reads what has arrived.
    await nextTurn();
  });
}
