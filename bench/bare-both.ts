// What Fastify and SQLite can do together: Fastify checks the same body, a thread writes rows that were made beforehand, all
// that wait in one commit, and then they are answered. Nothing is done that any program would not have to do.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { LeadSubmission } from '#contract/lead-submission.ts';

const leads = Number(process.argv[2]);
const batchSizeMax = 64;
const answer = JSON.stringify({ id: 'x'.repeat(700) });

const writer = new Worker(new URL('./raw-writer.ts', import.meta.url), { workerData: leads });
await once(writer, 'message');
let waiting: (() => void)[] = [];
let written: (() => void)[] = [];
const writeNext = () => {
  if (written.length > 0 || waiting.length === 0) return;
  written = waiting.slice(0, batchSizeMax);
  waiting = waiting.slice(batchSizeMax);
  writer.postMessage(written.length);
};
writer.on('message', () => {
  for (const resolve of written) resolve();
  written = [];
  writeNext();
});

const app = Fastify();
const { $id: _, ...body } = LeadSubmission as { $id?: string };
app.post('/v1/api/leads', { schema: { body } }, async (_request, reply) => {
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    setImmediate(writeNext);
  });
  return reply.code(201).type('application/json; charset=utf-8').send(answer);
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready at ${(app.server.address() as { port: number }).port}\n`);

process.once('SIGTERM', async () => {
  const exited = once(writer, 'exit');
  writer.postMessage('close');
  await exited;
  process.exit();
});
