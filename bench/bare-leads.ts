// The create route of the baselines: it validates the body and sends a response of the same size.
import type { FastifyInstance } from 'fastify';
import { LeadSubmission } from '#contract/lead-submission.ts';

const answer = JSON.stringify({ id: 'x'.repeat(700) });

export function takeLeads(app: FastifyInstance, create?: () => Promise<void>): void {
  const { $id: _, ...body } = LeadSubmission as { $id?: string };
  app.post('/v1/api/leads', { schema: { body } }, async (_request, reply) => {
    if (create) await create();
    return reply.code(201).type('application/json; charset=utf-8').send(answer);
  });
}

/** Prints the port, which `startParty` reads. */
export async function listen(app: FastifyInstance): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`ready at ${(app.server.address() as { port: number }).port}\n`);
}
