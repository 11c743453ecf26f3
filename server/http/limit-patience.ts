import type { FastifyInstance } from 'fastify';
import { Patience, withPatience } from '#runner/patience.ts';

/** No request waits for the database for longer than that in all, from the gate to its answer. */
export function limitPatience(app: FastifyInstance, waitMsMax: number): void {
  app.addHook('onRequest', (_request, reply, done) =>
    withPatience(new Patience(waitMsMax, reply.raw), done),
  );
}
