// One request and its response, within a timeout.
import { NetworkError, TimeoutError } from './errors.ts';

const timerMsMax = 2 ** 31 - 1;

/** A timer with a longer delay would overflow and fire immediately. */
export function checkTime(name: string, value: number): void {
  if (value >= 0 && value <= timerMsMax) return;
  throw new TypeError(`${name} must be a number from 0 to ${timerMsMax}`);
}

export interface Limits {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

interface Exchange<T> {
  response: Response;
  /** The body as `read` returns it; of an error response, its text. */
  value: T | string;
}

export async function request<T>(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
  { timeoutMs, signal }: Limits,
): Promise<Exchange<T>> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  const onAbort = () => stop.abort();
  signal?.addEventListener('abort', onAbort);
  let received: Response | undefined;

  const exchange = async (): Promise<Exchange<T>> => {
    // Redirects are not followed: fetch would send the key to their target.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: stop.signal });
    received = response;
    return { response, value: await (response.ok ? read(response) : response.text()) };
  };
  // A custom fetch, or one that is reading a slow body, may ignore the signal.
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
  });
  try {
    return await Promise.race([exchange(), stopped]);
  } catch (cause) {
    signal?.throwIfAborted();
    const requestId = received?.headers.get('x-request-id') ?? null;
    if (stop.signal.aborted) {
      throw new TimeoutError(`no answer within ${timeoutMs} ms`, { requestId });
    }
    if (received && isNotJson(received, cause)) {
      const { status } = received;
      const message = `answered ${status} with something that is not JSON: is baseUrl right?`;
      throw new NetworkError(message, { cause, requestId, status });
    }
    throw new NetworkError(`no answer: ${reasonOf(cause)}`, { cause, requestId });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Truncated JSON may succeed on a retry; a response of another type will not. */
function isNotJson({ headers }: Response, cause: unknown): boolean {
  const isJsonType = /\bjson\b/i.test(headers.get('content-type') ?? '');
  return (cause as Error)?.name === 'SyntaxError' && !isJsonType;
}

/** The message of fetch itself only says that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: unknown }; message?: unknown };
  return String(cause?.message || message || error);
}

/** Rejects immediately when the signal aborts. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort);
  });
}
