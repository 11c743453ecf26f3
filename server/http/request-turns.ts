// One caller's requests never fill the event loop: each turn of it begins a few requests, and beyond those the addresses,
// and at each address its keys and members, take turns. So another's request is behind a few of them, and not behind the
// hundreds that arrived before it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FairQueue } from '#core/fair-queue.ts';
import { clientAddress } from './gate/client-address.ts';

interface Waiting {
  readonly isGone: boolean;
  begin(): void;
}

/** A key or session that is known to be good, or an empty text: made-up keys share one turn. */
type KnownCaller = (request: FastifyRequest) => string;

// The longest answers take a millisecond each.
const begunPerTurn = 4;

/** Behind the hook that counts what is under way on each connection: a request that waits here is under way. */
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
