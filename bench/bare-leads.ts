// Leads as a bare Fastify takes them: it checks the body and answers with as many bytes, and that is all.
import type { FastifyInstance } from 'fastify';
import { LeadSubmission } from '#contract/lead-submission.ts';

const answer = JSON.stringify({ id: 'x'.repeat(700) });

export function takeLeads(app: FastifyInstance, make?: () => Promise<void>): void {
  const { $id: _, ...body } = LeadSubmission as { $id?: string };
  app.post('/v1/api/leads', { schema: { body } }, async (_request, reply) => {
    if (make) await make();
    return reply.code(201).type('application/json; charset=utf-8').send(answer);
  });
}

/** And tells the port, as the parties of a measurement do. */
export async function listen(app: FastifyInstance): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`ready at ${(app.server.address() as { port: number }).port}\n`);
}
