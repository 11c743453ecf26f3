// One request with its answer, which ends in time whatever the other side does.
import { NetworkError, TimeoutError } from './errors.ts';

const timerMsMax = 2 ** 31 - 1;

/** A timer that is told more than it can count rings at once. */
export function checkTime(name: string, value: number): void {
  if (value >= 0 && value <= timerMsMax) return;
  throw new TypeError(`${name} must be a number from 0 to ${timerMsMax}`);
}

export interface Limits {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

interface Answer<T> {
  response: Response;
  /** What was read of the body; of a refusal its text. */
  value: T | string;
}

export async function request<T>(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
  { timeoutMs, signal }: Limits,
): Promise<Answer<T>> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  const onAbort = () => stop.abort();
  signal?.addEventListener('abort', onAbort);
  let answered: Response | undefined;

  const exchange = async (): Promise<Answer<T>> => {
    // A redirect is not followed: fetch would take the key along to wherever it leads.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: stop.signal });
    answered = response;
    return { response, value: await (response.ok ? read(response) : response.text()) };
  };
  // Not left to fetch: a body that trickles in, or a fetch of the caller's own, may not mind the signal.
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
  });
  try {
    return await Promise.race([exchange(), stopped]);
  } catch (cause) {
    signal?.throwIfAborted();
    const requestId = answered?.headers.get('x-request-id') ?? null;
    if (stop.signal.aborted) {
      throw new TimeoutError(`no answer within ${timeoutMs} ms`, { requestId });
    }
    if (answered && isOtherThanJson(answered, cause)) {
      const { status } = answered;
      const message = `answered ${status} with something that is not JSON: is baseUrl right?`;
      throw new NetworkError(message, { cause, requestId, status });
    }
    throw new NetworkError(`no answer: ${reasonOf(cause)}`, { cause, requestId });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** JSON that breaks off is half an answer; a page of something else is none, and will be none the next time. */
function isOtherThanJson({ headers }: Response, cause: unknown): boolean {
  const isSaidToBeJson = /\bjson\b/i.test(headers.get('content-type') ?? '');
  return (cause as Error)?.name === 'SyntaxError' && !isSaidToBeJson;
}

/** What fetch says first is only that it failed. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: unknown }; message?: unknown };
  return String(cause?.message || message || error);
}

/** Rejects at once when the signal ends it. */
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
