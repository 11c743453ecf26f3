// Stores each verified event once, and acknowledges it only when it is on disk. Events left unhandled by a stop are
// handled at the next start.
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
/** Promises by webhook-id, each settled when its event is on disk. */
const written = new Map();
/** Whether the file ends within a line, because a write was interrupted. */
let isTorn = await endsWithinLine();
let lastWrite = Promise.resolve();

for (const [id, event] of await loadInbox()) setImmediate(handleAndRecord, id, event);

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      // Any status but 2xx makes the service retry.
      console.error('an event was not stored:', error.message);
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
    // After a failed write, accept the retry.
    writing.then(
      () => setImmediate(handleAndRecord, id, event),
      () => written.delete(id),
    );
  }
  // A duplicate waits for the pending write of the first.
  await written.get(id);
  return 204;
}

async function handleAndRecord(id, event) {
  try {
    await handle(event);
    await write({ handled: id });
  } catch (error) {
    console.error(`event ${id} will be handled at the next start:`, error.message);
  }
}

/**
 * Your work goes here. It may take as long as it needs: the response is already sent. It must be idempotent: after a
 * failure or a stop, it sees the same event again.
 */
async function handle(event) {
  if (event.type === 'lead.created') console.log(`New lead: ${event.data?.title}`);
  else console.log(`${event.type} ${event.subjectId}`);
}

/** Appends a line; writes never overlap. */
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

/** Loads the stored ids and returns the unhandled events. */
async function loadInbox() {
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
    // An interrupted write was not acknowledged, so the event is sent again.
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
