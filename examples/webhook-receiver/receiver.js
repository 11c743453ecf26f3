// Takes events in: genuine ones, each once, and never answers for one that is not on disk.
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
const written = await writtenBefore();
let lastWrite = Promise.resolve();

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
      () => setImmediate(handle, event),
      () => written.delete(id),
    );
  }
  // A duplicate of one that is just being written waits for it too.
  await written.get(id);
  return 204;
}

/** Your work goes here. It has all the time it needs: the answer is under way. */
function handle(event) {
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
  await inbox.appendFile(line);
  await inbox.sync();
}

async function writtenBefore() {
  const ids = new Map();
  let isWhole = true;
  for await (const line of createInterface({ input: createReadStream(INBOX) })) {
    try {
      ids.set(JSON.parse(line).webhookId, Promise.resolve());
      isWhole = true;
    } catch {
      // Cut off when the program was stopped: that one was not answered, and comes again.
      isWhole = false;
    }
  }
  if (!isWhole) await inbox.appendFile('\n');
  return ids;
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
