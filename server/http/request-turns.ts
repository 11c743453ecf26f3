// One caller's requests never fill the event loop: a turn of it begins a few requests, and beyond those the addresses, and
// at each address its keys, take turns. So another's request is behind a few of them, and not behind the hundreds that
// arrived before it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Turns } from '#core/turns.ts';
import { clientAddress } from './gate/client-address.ts';

interface Waiting {
  readonly isGone: false;
  begin(): void;
}

// The longest answers take a millisecond each.
const begunPerTurn = 4;

export function beginInTurns(app: FastifyInstance): void {
  const line = new Turns<Waiting>();
  let begun = 0;
  let isTurnPlanned = false;

  const planTurn = () => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    setImmediate(() => {
      isTurnPlanned = false;
      for (begun = 0; begun < begunPerTurn; begun++) {
        const next = line.next();
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
    line.add(whoOf(request), { isGone: false, begin: done });
  });
}

function whoOf(request: FastifyRequest): { brandId: string; caller: string } {
  return { brandId: clientAddress(request), caller: String(request.headers['x-api-key'] ?? '') };
}
