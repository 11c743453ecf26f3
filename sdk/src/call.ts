// A call before it is sent.
import { responseOf } from './response-of.ts';
import type { Repeat } from './retry.ts';

export interface CallOptions {
  /**
   * Aborts the call, also between two attempts. It rejects with the signal's reason, which has no
   * idempotency key: pass your own key to a create, or repeating it may create a second record.
   */
  signal?: AbortSignal | undefined;
  /** Timeout of each attempt. */
  timeoutMs?: number | undefined;
}

export interface ChangeOptions extends CallOptions {
  /**
   * The record as a call returned it, or its ETag: the change fails with a `ConflictError` if the
   * record was changed since. Such a call is not retried after a lost response: the retry could not
   * tell its own change from another.
   */
  ifMatch?: string | object | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * Calls with the same key and content create one record, within 24 hours. Each call generates a key
   * unless you pass one: do so when a call may be repeated after a restart of your program.
   */
  idempotencyKey?: string | undefined;
}

export type Query = object;

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Query | undefined;
  body?: unknown;
  repeat: Repeat;
  headers?: Record<string, string>;
  options?: CallOptions | undefined;
}

export const api = '/v1/api';

export function get(path: string, options?: CallOptions, query?: Query): Call {
  return { method: 'GET', path, query, repeat: 'freely', options };
}

/** A call that creates one record, however often it is sent. */
export function create(path: string, body?: object, options: CreateOptions = {}): Call {
  const key = options.idempotencyKey ?? newKey();
  const headers = { 'idempotency-key': key };
  return { method: 'POST', path, body, repeat: 'with-key', headers, options };
}

/** An idempotent change. */
export function change(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options: ChangeOptions = {},
  body?: object,
): Call {
  const { ifMatch } = options;
  if (ifMatch === undefined) return { method, path, body, repeat: 'freely', options };
  const headers = { 'if-match': etagIn(ifMatch) };
  return { method, path, body, repeat: 'if-refused', headers, options };
}

/** A call that is not idempotent. */
export function once(call: Call): Call {
  return { ...call, repeat: 'if-refused' };
}

function etagIn(version: string | object): string {
  const etag = typeof version === 'string' ? version : responseOf(version)?.etag;
  if (etag) return etag;
  throw new TypeError('ifMatch: read the record by its id first; records in a list have no ETag');
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Builds a path; each id is encoded as one segment. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return ids.reduce((whole, id, index) => whole + segment(id) + parts[index + 1], parts[0]!);
}

function segment(id: string): string {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return encodeURIComponent(id);
  throw new TypeError(`not an id: ${JSON.stringify(id)}`);
}

export function queryText(query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => {
    const values = [value].flat().filter(isSent).map(textOf);
    if (Array.isArray(value)) checkList(name, values);
    return values.map((one) => [name, one]);
  });
  const text = new URLSearchParams(parameters).toString();
  return text && `?${text}`;
}

/** Refuses lists that the service would read as another query. */
function checkList(name: string, values: string[]): void {
  if (values.length === 0) {
    throw new TypeError(`${name} is an empty list: leave it out to ask for all`);
  }
  if (values.some((value) => value.includes(','))) {
    throw new TypeError(`${name} has a value with a comma, which would count as two values`);
  }
}

function isSent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
