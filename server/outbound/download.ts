// Downloads an untrusted URL into a file. The size, the pace and the redirects of the host are all limited.
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { photoBytesMax, photoDownloadMsMax, photoRedirectsMax } from '#contract/limits.ts';
import { readPhotoUrl } from '#core/photos/photo-url.ts';
import { DownloadFailed } from './download-failed.ts';
import type { Guard } from './guard.ts';
import { Pace } from './pace.ts';

export { DownloadFailed } from './download-failed.ts';

interface DownloadOptions {
  url: URL;
  /** Must not exist yet; it exists afterwards only on success. */
  file: string;
  guard: Guard;
  signal: AbortSignal;
}

export interface Downloaded {
  sha256: string;
  sizeBytes: number;
}

const headers = { Accept: 'image/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Vakwerk' };
const writeBytes = 256 * 1024;
// Throttles each photo: the largest takes at least three of its ten seconds, so that no host
// can saturate a processor.
const msPerByte = 3_000 / photoBytesMax;
// A TLS handshake takes two milliseconds of processor time, and the photos of several leads start together.
const msPerConnection = 10;
const connecting = new Pace(msPerConnection);
const responseHeaderBytesMax = 16 * 1024;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
// Transient besides 5xx: Request Timeout, Too Early, Too Many Requests.
const transientStatuses = new Set([408, 425, 429]);

/** Throws `DownloadFailed`, or the reason of `signal`. */
export async function download({ url, file, guard, signal }: DownloadOptions): Promise<Downloaded> {
  // One deadline over everything: look-ups, connections, redirects and bodies.
  const deadline = AbortSignal.timeout(photoDownloadMsMax);
  try {
    return await fetchInto(file, url, guard, AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    throw deadline.aborted ? new DownloadFailed('timeout', true) : error;
  }
}

async function fetchInto(
  file: string,
  start: URL,
  guard: Guard,
  signal: AbortSignal,
): Promise<Downloaded> {
  let address = start.href;
  for (let redirects = 0; redirects <= photoRedirectsMax; redirects++) {
    const reading = readPhotoUrl(address);
    if ('error' in reading) throw new DownloadFailed(reading.error, false);
    const { url } = reading;
    const result = await request(url, guard, signal, (response) =>
      receive(response, url, file, signal),
    );
    if ('sha256' in result) return result;
    address = result.movedTo;
  }
  throw new DownloadFailed('too_many_redirects', false);
}

/** Sends one request on a connection of its own, which is closed when this returns. */
async function request<T>(
  url: URL,
  guard: Guard,
  signal: AbortSignal,
  use: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  await connecting.take(1, signal);
  const socket = await guard.connect(url, signal);
  const hangUp = () => socket.destroy();
  signal.addEventListener('abort', hangUp, { once: true });
  try {
    signal.throwIfAborted();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // Without an agent, so that neither a proxy from the environment nor a pooled connection is used.
      const sent = httpsRequest(url, {
        createConnection: () => socket,
        headers,
        maxHeaderSize: responseHeaderBytesMax,
      });
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.on('upgrade', () => reject(new DownloadFailed('http_status', false)));
      sent.on('close', () => reject(new DownloadFailed('connect_failed', true)));
      sent.end();
    });
    return await use(response);
  } catch (error) {
    throw failureOf(error);
  } finally {
    signal.removeEventListener('abort', hangUp);
    socket.destroy();
  }
}

async function receive(
  response: IncomingMessage,
  url: URL,
  file: string,
  signal: AbortSignal,
): Promise<Downloaded | { movedTo: string }> {
  const { statusCode: status = 0, headers } = response;
  if (redirectStatuses.has(status)) {
    const target = headers.location === undefined ? null : URL.parse(headers.location, url);
    if (!target) throw new DownloadFailed('http_status', false);
    return { movedTo: target.href };
  }
  if (status !== 200) {
    throw new DownloadFailed('http_status', status >= 500 || transientStatuses.has(status), {
      cause: new Error(`HTTP status ${status}`),
    });
  }
  // Compressed although we requested `identity`: unpacking would be one more attack surface.
  const encoding = headers['content-encoding'] ?? '';
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw new DownloadFailed('not_an_image', false);
  }
  if (Number(headers['content-length'] ?? 0) > photoBytesMax) {
    throw new DownloadFailed('too_large', false);
  }
  return save(response, file, signal);
}

async function save(
  response: IncomingMessage,
  file: string,
  signal: AbortSignal,
): Promise<Downloaded> {
  const handle = await stored(open(file, 'wx', 0o600));
  try {
    const saved = await write(response, handle, signal);
    await stored(handle.close());
    return saved;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(file, { force: true });
    throw error;
  }
}

async function write(
  response: IncomingMessage,
  handle: FileHandle,
  signal: AbortSignal,
): Promise<Downloaded> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of inChunks(response, signal)) {
    sizeBytes += chunk.length;
    hash.update(chunk);
    await stored(handle.appendFile(chunk));
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

// Few large chunks: a write costs more than its bytes do. Backpressure makes the host wait for the pace.
async function* inChunks(
  response: AsyncIterable<Buffer>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const pace = new Pace(msPerByte);
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  let received = 0;
  for await (const chunk of response) {
    received += chunk.length;
    if (received > photoBytesMax) throw new DownloadFailed('too_large', false);
    buffered.push(chunk);
    bufferedBytes += chunk.length;
    if (bufferedBytes < writeBytes) continue;
    yield Buffer.concat(buffered);
    await pace.take(bufferedBytes, signal);
    [buffered, bufferedBytes] = [[], 0];
  }
  if (bufferedBytes > 0) yield Buffer.concat(buffered);
}

async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new DownloadFailed('storage_failed', true, { cause });
  }
}

function failureOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof DownloadFailed || typeof code !== 'string') return error;
  // An error of Node's HTTP parser.
  if (code.startsWith('HPE_')) return new DownloadFailed('http_status', false, { cause: error });
  // Some hosts require a client certificate, and refuse us only after the handshake.
  if (/^ERR_(?:SSL|TLS)_|^EPROTO$/.test(code)) {
    return new DownloadFailed('tls_failed', false, { cause: error });
  }
  return new DownloadFailed('connect_failed', true, { cause: error });
}
