// What a call is, before it is sent.
import { responseOf } from './response-of.ts';
import type { Repeat } from './retry.ts';

export interface CallOptions {
  /**
   * Ends the call, also while it waits for its next attempt. It then rejects with the reason of the signal, which names
   * no idempotency key: give a create a key of your own, or who makes it again may make a second record.
   */
  signal?: AbortSignal | undefined;
  /** For each attempt. */
  timeoutMs?: number | undefined;
}

export interface ChangeOptions extends CallOptions {
  /**
   * Change it only if it is still as it was read: the record itself, as a call resolved to it, or its ETag. When it
   * was changed meanwhile, a `ConflictError`. Such a call is not repeated after a lost answer: the repetition could
   * not tell its own change from somebody else's.
   */
  ifMatch?: string | object | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * Calls with the same key and the same content make one record, within 24 hours. Every call has a key of its own
   * unless you give one: do, when a call may be made again after your program was restarted.
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

/** A call that makes a record, once however often it is sent. */
export function create(path: string, body: object, options: CreateOptions = {}): Call {
  const key = options.idempotencyKey ?? newKey();
  const headers = { 'idempotency-key': key };
  return { method: 'POST', path, body, repeat: 'with-key', headers, options };
}

/** A call after which things are the same whether it was sent once or twice. */
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

/** A call that does something each time it is sent. */
export function once(call: Call): Call {
  return { ...call, repeat: 'if-refused' };
}

function etagIn(version: string | object): string {
  const etag = typeof version === 'string' ? version : responseOf(version)?.etag;
  if (etag) return etag;
  throw new TypeError(
    'ifMatch: read the record by its id first; records in a list have no version',
  );
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A path with ids in it, each of which stays one part of the path whatever it holds. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return ids.reduce((whole, id, index) => whole + segment(id) + parts[index + 1], parts[0]!);
}

function segment(id: string): string {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return encodeURIComponent(id);
  throw new TypeError(`this is no id: ${JSON.stringify(id)}`);
}

export function queryText(query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => {
    const values = [value].flat().filter(isSent).map(textOf);
    if (Array.isArray(value)) checkSeveral(name, values);
    return values.map((one) => [name, one]);
  });
  const text = new URLSearchParams(parameters).toString();
  return text && `?${text}`;
}

/** What the service would take for another question is not asked. */
function checkSeveral(name: string, values: string[]): void {
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
