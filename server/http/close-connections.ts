// Closing without dropping a request. New connections are refused at once. Those that are open have a
// moment to bring what may be on its way, and each learns from its answer that it was the last one.
import { once } from 'node:events';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const lastRequestsMs = 200;

interface ClosingOptions {
  isClosing(): boolean;
  /** From then on nobody is waited for. */
  cutOffAfterMs: number;
}

export function closeConnectionsInOrder(
  app: FastifyInstance,
  { isClosing, cutOffAfterMs }: ClosingOptions,
): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing()) void reply.header('connection', 'close');
    done();
  });

  app.addHook('preClose', async () => {
    const closed = once(app.server, 'close');
    // The HTTP server's own way to close breaks idle connections at once, also under a request that
    // has been sent and not yet been read. Fastify calls it after this.
    Server.prototype.close.call(app.server);
    setTimeout(() => app.server.closeAllConnections(), cutOffAfterMs).unref();
    await Promise.race([closed, wait(lastRequestsMs)]);
  });
}
