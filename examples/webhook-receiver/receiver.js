// Takes events in: genuine ones, each once, and never answers for one that is not on disk. What the program had no
// time to deal with before it was stopped, it deals with when it is started again.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { verifyWebhook, WebhookVerificationError } from '@vakwerk/client';

const {
  WEBHOOK_SECRET = '',
  INBOX = 'inbox.jsonl',
  HOST = '127.0.0.1',
  PORT = '8081',
} = process.env;
const bodyBytesMax = 5 * 1024 * 1024;
const secrets = WEBHOOK_SECRET.split(',');

const inbox = await open(INBOX, 'a+', 0o600);
/** By webhook-id: settled when the event is on disk. */
const written = new Map();
/** The file ends within a line: a write was cut off. */
let isTorn = await endsWithinLine();
let lastWrite = Promise.resolve();

for (const [id, event] of await leftFromBefore()) setImmediate(deal, id, event);

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      // Anything but 2xx: it will be sent again.
      console.error('an event was not taken:', error.message);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(PORT), HOST, () => {
  console.log(`Listening at http://${HOST}:${server.address().port}`);
});

async function receive(request) {
  if (request.method !== 'POST') return 405;
  const body = await bodyOf(request);
  if (body === null) return 413;
  let event;
  try {
    event = await verifyWebhook({ body, headers: request.headers, secrets });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401;
    throw error;
  }
  const id = request.headers['webhook-id'];
  if (!written.has(id)) {
    const writing = write({ webhookId: id, event });
    written.set(id, writing);
    // One that could not be written is welcome again.
    writing.then(
      () => setImmediate(deal, id, event),
      () => written.delete(id),
    );
  }
  // A duplicate of one that is just being written waits for it too.
  await written.get(id);
  return 204;
}

async function deal(id, event) {
  try {
    await handle(event);
    await write({ handled: id });
  } catch (error) {
    console.error(`event ${id} waits for the next start:`, error.message);
  }
}

/**
 * Your work goes here. It has all the time it needs: the answer is under way. The same event comes a second time when
 * it fails, or when the program is stopped at the wrong moment.
 */
async function handle(event) {
  if (event.type === 'lead.created') console.log(`New lead: ${event.data?.title}`);
  else console.log(`${event.type} ${event.subjectId}`);
}

/** One after the other, each a line. */
function write(entry) {
  const writing = lastWrite.then(() => append(`${JSON.stringify(entry)}\n`));
  lastWrite = writing.catch(() => {});
  return writing;
}

async function append(line) {
  const start = isTorn ? '\n' : '';
  isTorn = true;
  await inbox.appendFile(start + line);
  isTorn = false;
  await inbox.sync();
}

async function endsWithinLine() {
  const { size } = await inbox.stat();
  if (size === 0) return false;
  const { buffer } = await inbox.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}

/** Remembers what was written, and gives what was not dealt with. */
async function leftFromBefore() {
  const left = new Map();
  for await (const line of createInterface({ input: createReadStream(INBOX) })) {
    const { webhookId, event, handled } = read(line);
    if (handled) left.delete(handled);
    if (!webhookId) continue;
    written.set(webhookId, Promise.resolve());
    left.set(webhookId, event);
  }
  return left;
}

function read(line) {
  try {
    return JSON.parse(line);
  } catch {
    // Cut off: that one was not answered, and comes again.
    return {};
  }
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) chunks.push(chunk);
  }
  return bytes > bodyBytesMax ? null : Buffer.concat(chunks);
}
