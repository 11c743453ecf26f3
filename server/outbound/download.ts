// Fetches what a stranger's address points to into a file. Nothing about the other side is taken on
// trust: not its length, not its pace, not where it sends us next.
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
  /** Must not exist yet; it is there afterwards only if all went well. */
  file: string;
  guard: Guard;
  signal: AbortSignal;
}

export interface Downloaded {
  sha256: string;
  sizeBytes: number;
}

const headers = { Accept: 'image/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Vakwerk' };
const pieceBytes = 256 * 1024;
// The largest photo takes three of its ten seconds at least: none keeps a processor busy by being sent as fast as a host
// can. Each photo has this pace for itself, several of one host too.
const msPerByte = 3_000 / photoBytesMax;
// A handshake takes two milliseconds of a processor, and the photos of several leads begin at once.
const msPerConnection = 10;
const connecting = new Pace(msPerConnection);
const responseHeaderBytesMax = 16 * 1024;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
// Besides 5xx: the other side was too slow, too early or too busy.
const passingStatuses = new Set([408, 425, 429]);

/** Throws `DownloadFailed`, or the reason of `signal`. */
export async function download({ url, file, guard, signal }: DownloadOptions): Promise<Downloaded> {
  const limited = limitTime(signal);
  try {
    return await fetchInto(file, url, guard, limited.signal);
  } catch (error) {
    // Whatever broke then broke because of that.
    limited.signal.throwIfAborted();
    throw error;
  } finally {
    limited.end();
  }
}

/** One deadline over everything: look-ups, connections, redirects and bodies. */
function limitTime(signal: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const giveUp = () => controller.abort(signal.reason);
  const timer = setTimeout(
    () => controller.abort(new DownloadFailed('timeout', true)),
    photoDownloadMsMax,
  );
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    },
  };
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
    const result = await ask(url, guard, signal, (response) =>
      receive(response, url, file, signal),
    );
    if ('sha256' in result) return result;
    address = result.movedTo;
  }
  throw new DownloadFailed('too_many_redirects', false);
}

/** One request on a connection of its own, which is gone when this returns. */
async function ask<T>(
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
      // Without an agent, so that no proxy of the environment and no older connection comes in between.
      const request = httpsRequest(url, {
        createConnection: () => socket,
        headers,
        maxHeaderSize: responseHeaderBytesMax,
      });
      request.on('response', resolve);
      request.on('error', reject);
      request.on('upgrade', () => reject(new DownloadFailed('http_status', false)));
      request.on('close', () => reject(new DownloadFailed('connect_failed', true)));
      request.end();
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
    throw new DownloadFailed('http_status', status >= 500 || passingStatuses.has(status), {
      cause: new Error(`HTTP status ${status}`),
    });
  }
  // Packed although we asked for it as it is: to unpack it would be one more thing to go wrong.
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
  for await (const piece of inPieces(response, signal)) {
    sizeBytes += piece.length;
    hash.update(piece);
    await stored(handle.appendFile(piece));
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

// Few large pieces: each write costs more than its bytes do. What is not asked for waits at the other side.
async function* inPieces(
  response: AsyncIterable<Buffer>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const pace = new Pace(msPerByte);
  let chunks: Buffer[] = [];
  let gathered = 0;
  let received = 0;
  for await (const chunk of response) {
    received += chunk.length;
    if (received > photoBytesMax) throw new DownloadFailed('too_large', false);
    chunks.push(chunk);
    gathered += chunk.length;
    if (gathered < pieceBytes) continue;
    yield Buffer.concat(chunks);
    await pace.take(gathered, signal);
    [chunks, gathered] = [[], 0];
  }
  if (gathered > 0) yield Buffer.concat(chunks);
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
  // The parser of HTTP speaking.
  if (code.startsWith('HPE_')) return new DownloadFailed('http_status', false, { cause: error });
  // Some hosts refuse us only after the handshake, for want of a certificate of ours.
  if (/^ERR_(?:SSL|TLS)_|^EPROTO$/.test(code)) {
    return new DownloadFailed('tls_failed', false, { cause: error });
  }
  return new DownloadFailed('connect_failed', true, { cause: error });
}
