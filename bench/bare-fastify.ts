// The baseline of Fastify alone: it validates the same body and sends a constant response of the same size.
import Fastify from 'fastify';
import { listen, takeLeads } from './bare-leads.ts';

const listBytes = Number(process.argv[2]);
const app = Fastify();
const list = Buffer.from(JSON.stringify({ data: 'x'.repeat(listBytes), limit: 50 }));

takeLeads(app);
app.get('/v1/api/leads', async (_request, reply) =>
  reply.type('application/json; charset=utf-8').send(list),
);
const etag = 'W/"constant"';
app.get('/unchanged', async (request, reply) => {
  void reply.header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(list);
});
await listen(app);
