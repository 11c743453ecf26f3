// The baseline of Fastify and SQLite together: Fastify validates the same body, and a thread writes
// prepared rows of all pending leads in one commit before the response.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { listen, takeLeads } from './bare-leads.ts';

const leads = Number(process.argv[2]);
const batchSizeMax = 64;

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
takeLeads(
  app,
  () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      setImmediate(writeNext);
    }),
);
await listen(app);

process.once('SIGTERM', async () => {
  const exited = once(writer, 'exit');
  writer.postMessage('close');
  await exited;
  process.exit();
});
