// What Fastify alone can do: it checks the same body and sends bytes of the same size, and that is all.
import Fastify from 'fastify';
import { LeadSubmission } from '#contract/lead-submission.ts';

const listBytes = Number(process.argv[2]);
const app = Fastify();
const answer = JSON.stringify({ id: 'x'.repeat(700) });
const list = Buffer.from(JSON.stringify({ data: 'x'.repeat(listBytes), limit: 50 }));

const { $id: _, ...body } = LeadSubmission as { $id?: string };
app.post('/v1/api/leads', { schema: { body } }, async (_request, reply) =>
  reply.code(201).type('application/json; charset=utf-8').send(answer),
);
app.get('/v1/api/leads', async (_request, reply) =>
  reply.type('application/json; charset=utf-8').send(list),
);

await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready at ${(app.server.address() as { port: number }).port}\n`);
