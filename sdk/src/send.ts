// Sends calls, retries them and calls the hooks.
import { type Call, queryText } from './call.ts';
import { errorFrom, VakwerkError } from './errors.ts';
import { checkTime, type Limits, request, wait } from './request.ts';
import { remember } from './response-of.ts';
import { readRetryAfter, type RetryPolicy, waitBeforeRetry } from './retry.ts';

/** Passed to the hooks for each attempt. Never contains the API key. */
export interface RequestInfo {
  method: string;
  url: string;
  /** The first is 1. */
  attempt: number;
  idempotencyKey: string | null;
}

export interface ResponseEvent extends RequestInfo {
  status: number;
  requestId: string | null;
  durationMs: number;
}

export interface RetryInfo extends RequestInfo {
  /** Why the attempt failed. */
  error: VakwerkError;
  /** The delay before the next attempt. */
  waitMs: number;
}

export interface ErrorInfo extends RequestInfo {
  /** What the call rejects with. */
  error: VakwerkError;
}

/** For logs and metrics; an error in a hook does not affect the call. */
export interface Hooks {
  onRequest?: ((info: RequestInfo) => void) | undefined;
  onResponse?: ((info: ResponseEvent) => void) | undefined;
  onRetry?: ((info: RetryInfo) => void) | undefined;
  /** A call has failed for good, with or without a response; not called when your own signal aborted it. */
  onError?: ((info: ErrorInfo) => void) | undefined;
}

export interface Connection extends RetryPolicy, Hooks {
  /** Without a slash at the end. */
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}

export type Send = <T>(call: Call, read?: (response: Response) => Promise<T>) => Promise<T>;

export function sender(connection: Connection): Send {
  return async <T>(call: Call, read = readJson<T>): Promise<T> => {
    const { method, options = {} } = call;
    const url = connection.baseUrl + call.path + queryText(call.query);
    const init = initOf(call, connection.apiKey);
    const idempotencyKey = init.headers.get('idempotency-key');
    const { timeoutMs = connection.timeoutMs, signal } = options;
    checkTime('timeoutMs', timeoutMs);
    let mayBeDone = false;

    for (let attempt = 1; ; attempt++) {
      const info = { method, url, attempt, idempotencyKey };
      signal?.throwIfAborted();
      callHook(connection.onRequest, info);
      const outcome = await attemptOf(connection, info, init, read, { timeoutMs, signal });
      if (!('error' in outcome)) return outcome.value;
      const { retryAfterMs } = outcome;
      const error = Object.assign(outcome.error, { idempotencyKey });
      // An earlier attempt has deleted it.
      if (method === 'DELETE' && error.status === 404 && mayBeDone) return null as T;

      const waitMs = waitBeforeRetry(
        { status: error.status, retryAfterMs },
        { repeat: call.repeat, retriesDone: attempt - 1 },
        connection,
        Math.random(),
      );
      if (waitMs === null) {
        callHook(connection.onError, { ...info, error });
        throw error;
      }
      mayBeDone ||= error.status !== 429;
      callHook(connection.onRetry, { ...info, error, waitMs });
      await wait(waitMs, signal);
    }
  };
}

type Outcome<T> = { value: T } | { error: VakwerkError; retryAfterMs: number | null };

async function attemptOf<T>(
  { fetch, onResponse }: Connection,
  info: RequestInfo,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
  limits: Limits,
): Promise<Outcome<T>> {
  const startedAt = performance.now();
  try {
    const { response, value } = await request(fetch, info.url, init, read, limits);
    const { status, headers, ok } = response;
    const requestId = headers.get('x-request-id');
    const durationMs = performance.now() - startedAt;
    callHook(onResponse, { ...info, status, requestId, durationMs });
    remember(value, response);
    if (ok) return { value: value as T };
    const retryAfterMs = readRetryAfter(headers.get('retry-after'), Date.now());
    return {
      error: errorFrom({
        status,
        requestId,
        text: value as string,
        retryAfterMs,
        code: headers.get('error-code'),
        details: headers.get('error-details'),
      }),
      retryAfterMs,
    };
  } catch (error) {
    // Anything else is the caller's own signal.
    if (error instanceof VakwerkError) return { error, retryAfterMs: null };
    throw error;
  }
}

function initOf(
  { method, body, headers }: Call,
  apiKey: string,
): RequestInit & { headers: Headers } {
  const sent = new Headers({ accept: 'application/json', 'x-api-key': apiKey, ...headers });
  if (body === undefined) return { method, headers: sent };
  // `fetch` sets the type, with its boundary.
  if (body instanceof FormData) return { method, headers: sent, body };
  sent.set('content-type', 'application/json');
  return { method, headers: sent, body: JSON.stringify(body) };
}

async function readJson<T>(response: Response): Promise<T> {
  return response.status === 204 ? (null as T) : ((await response.json()) as T);
}

function callHook<T>(hook: ((info: T) => void) | undefined, info: T): void {
  // A hook may throw or, when asynchronous, reject.
  new Promise((resolve) => resolve(hook?.(info))).catch(() => {});
}
