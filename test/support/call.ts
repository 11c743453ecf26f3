// One request to a test server, with its response parsed.
import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Status } from '#contract/work-item-lists.ts';
import type { TestServer } from './server.ts';

export interface CallOptions {
  key?: string;
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent verbatim. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // Tests look into answers freely; the contract's types are checked against the schema elsewhere.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

// Costs a third of `fetch`, and tests make tens of thousands of calls.
const agent = new Agent({ keepAlive: true });
// Failed keys and sign-ins are counted by it, on a server that trusts this proxy.
const ownAddress = `10.${process.pid >> 16}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

export async function call(
  server: Pick<TestServer, 'url'>,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const { key, body, rawBody } = options;
  const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(new URL(path, server.url), {
    agent,
    method: options.method ?? (payload === undefined ? 'GET' : 'POST'),
    headers: {
      'x-forwarded-for': ownAddress,
      ...(key !== undefined && { 'x-api-key': key }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        // Node sets it only for methods that usually have a body.
        'content-length': String(Buffer.byteLength(payload)),
      }),
      ...options.headers,
    },
  })
    .once('response', resolve)
    .once('error', reject)
    .end(payload);
  const response = await promise;
  const text = await textOf(response);
  const headers = new Headers(pairsOf(response.rawHeaders));
  const isJson = headers.get('content-type')?.includes('json') && text !== '';
  return {
    status: response.statusCode!,
    headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

function pairsOf(names: readonly string[]): [string, string][] {
  return names.flatMap((name, at) => (at % 2 === 0 ? [[name, names[at + 1]!]] : []));
}

export function createLead(
  server: Pick<TestServer, 'url'>,
  key: string,
  lead: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = { customerName: 'Jan Jansen', title: 'Leaking tap', ...lead };
  return call(server, '/v1/api/leads', { key, body, headers });
}

export async function moveWorkItem(
  server: Pick<TestServer, 'url'>,
  key: string,
  id: string,
  status: Status,
): Promise<void> {
  const path = `/v1/api/work-items/${id}`;
  const moved = await call(server, path, { key, method: 'PATCH', body: { status } });
  assert.equal(moved.status, 200, moved.text);
}

/** Follows the Link headers to the end. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function listAll(server: TestServer, key: string, path: string): Promise<any[]> {
  const found: unknown[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, body, headers } = await call(server, next, { key });
    if (status !== 200) throw new Error(`${next}: ${status}`);
    found.push(...body.data);
    next = nextLinkOf(headers);
  }
  return found;
}

export function nextLinkOf(headers: Headers): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
}
