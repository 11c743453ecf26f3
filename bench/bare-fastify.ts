// What Fastify alone can do: it checks the same body and sends bytes of the same size, and that is all.
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
