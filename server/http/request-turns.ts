// Fair queueing on the event loop: each loop turn begins a few requests. The rest queue by address,
// and within an address by key or member, so a request waits for a few others and not for hundreds
// of one caller.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FairQueue } from '#core/fair-queue.ts';
import { clientAddress } from './gate/client-address.ts';

interface Waiting {
  readonly isGone: boolean;
  begin(): void;
}

/** A cached key or session, or an empty string: unknown keys share one turn. */
type KnownCaller = (request: FastifyRequest) => string;

// The slowest responses take about 1 ms of the event loop each.
const begunPerTurn = 4;

/** Add it after `limitConnections`: a queued request counts as in flight on its connection. */
export function beginInTurns(app: FastifyInstance, callerOf: KnownCaller): void {
  const queue = new FairQueue<Waiting>();
  let begun = 0;
  let isTurnPlanned = false;

  const planTurn = () => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    setImmediate(() => {
      isTurnPlanned = false;
      for (begun = 0; begun < begunPerTurn; begun++) {
        const next = queue.next();
        if (!next) return;
        planTurn();
        next.begin();
      }
    });
  };

  app.addHook('onRequest', (request, _reply, done) => {
    planTurn();
    if (begun < begunPerTurn) {
      begun++;
      return done();
    }
    const { socket } = request.raw;
    queue.add(
      { brandId: clientAddress(request), caller: callerOf(request) },
      {
        get isGone() {
          return socket.destroyed;
        },
        begin: done,
      },
    );
  });
}
