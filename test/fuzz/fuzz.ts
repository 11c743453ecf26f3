// Walks the OpenAPI document: sends requests made from its schemas, and compares the responses.
import { randomUUID } from 'node:crypto';
import { scopes as allScopes } from '#contract/scopes.ts';
import { type Answer, call } from '../support/call.ts';
import { senderOf, walkHappyPaths } from '../support/happy-paths.ts';
import { assertDescribed, type Document } from '../support/open-api.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { TestServer } from '../support/server.ts';
import { acceptsOf, type ApiDocument, type Operation, operationsIn, partOf } from './operations.ts';
import { Records } from './records.ts';
import { type Caller, type FuzzRequest, type Kind, makeRequest } from './requests.ts';
import { beyondSchema, checksItemsAlone } from './rules.ts';
import { pick, type ValueSource } from './schema-values.ts';

interface Deviation {
  operation: string;
  sent: string;
  got: string;
  said: string;
}

export interface FuzzResult {
  requests: number;
  /** Responses by operation and status. */
  statuses: Map<string, Map<number, number>>;
  deviations: Deviation[];
}

interface FuzzOptions {
  /** By default what the server serves. */
  document?: unknown;
  /** By default all operations. */
  only?: string[];
  seed: number;
  requests: number;
  pictureUrl: string;
  receiverUrl: string;
}

// A brand has limited numbers of webhooks and calendar links.
const requestsPerBrand = 500;
const stocked = 3;
const kinds: Kind[] = ['valid', 'valid', 'boundary', 'boundary', 'invalid', 'invalid'];
const shownLengthMax = 400;

export async function fuzz(server: TestServer, options: FuzzOptions): Promise<FuzzResult> {
  const served = options.document ?? (await call(server, '/openapi.json')).body;
  const document = served as Document & ApiDocument;
  const accepts = acceptsOf(document);
  const result: FuzzResult = { requests: 0, statuses: new Map(), deviations: [] };
  for (let brand = 0; result.requests < options.requests; brand++) {
    const random = seededRandom(options.seed + brand);
    await fuzzBrand(server, document, { ...options, random, accepts }, result);
  }
  return result;
}

async function fuzzBrand(
  server: TestServer,
  document: Document & ApiDocument,
  options: FuzzOptions & Pick<ValueSource, 'random' | 'accepts'>,
  result: FuzzResult,
): Promise<void> {
  const { random, accepts } = options;
  const { id: brandId } = await server.createBrand();
  const operations = operationsIn(document);
  const records = new Records(
    random,
    operations.map(({ path }) => path),
  );
  const source: ValueSource = {
    random,
    resolve: (schema) => partOf(document, schema),
    accepts,
    known: (name) => knownValue(name, records, options),
  };
  const observe = (request: FuzzRequest, answer: Answer) => {
    const { id, method, path } = request.operation;
    result.requests++;
    countStatus(result, id, answer.status);
    records.learn(method, path, request.ids, answer);
    const deviation = deviationOf(document, request, answer);
    if (deviation) result.deviations.push(deviation);
  };
  const keys = await keysOf(server, brandId);
  const end = Math.min(result.requests + requestsPerBrand, options.requests);
  await stock(document, server, keys.get('full')!, observe, options);
  const chosen = operations.filter(({ id }) => options.only?.includes(id) ?? true);
  while (result.requests < end) {
    const operation = pick(chosen, source);
    const request = makeRequest(operation, pick(kinds, source), source, records);
    const key = keyFor(request.caller, operation, keys, source);
    observe(request, await send(server, request, key));
  }
}

/** Calls every operation once, and leaves records behind for the requests that follow. */
async function stock(
  document: Document & ApiDocument,
  server: TestServer,
  key: string,
  observe: (request: FuzzRequest, answer: Answer) => void,
  hosts: Pick<FuzzOptions, 'pictureUrl' | 'receiverUrl'>,
): Promise<void> {
  const operations = new Map(operationsIn(document).map((one) => [one.id, one]));
  const sender = senderOf(document, server, key, {
    observe(id, request, answer) {
      const operation = operations.get(id)!;
      const { method, path: url } = operation;
      const { path: ids = {}, headers = {}, body } = request;
      const kind = request.status === 400 ? 'invalid' : 'valid';
      const payload = JSON.stringify(body);
      const sent = { operation, kind, method, url, ids, headers, payload, caller: 'full' } as const;
      observe(sent, answer);
    },
  });
  const { send } = sender;
  for (let n = 0; n < stocked; n++) {
    await send('createWebhook', { body: { url: hosts.receiverUrl } });
    await send('createCalendarLink', { body: { name: 'Phone' } });
    await send('createLead', { body: { customerName: 'Refused' }, status: 400 });
  }
  await walkHappyPaths(document, sender, hosts);
  const lists = [...operations.values()].filter(({ id }) => id.startsWith('list'));
  for (const { id } of lists.filter(({ path }) => !path.includes('{'))) await send(id);
}

function knownValue(name: string, records: Records, options: FuzzOptions & { random(): number }) {
  switch (name) {
    case 'url':
      return options.receiverUrl;
    case 'photoUrls':
      // The guard refuses loopback addresses before it connects.
      return ['https://127.0.0.1/tap.jpg'];
    case 'phone':
      return '+31 6 12345678';
    case 'Idempotency-Key':
      return `"${Math.floor(options.random() * 1e9)}-${randomUUID()}"`;
    default:
      return records.idOf(name);
  }
}

async function keysOf(server: TestServer, brandId: string): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const scope of allScopes) {
    keys.set(scope, await server.createKey({ brandId, scopes: [scope] }));
  }
  return keys;
}

function keyFor(
  caller: Caller,
  { scopes }: Operation,
  keys: Map<string, string>,
  source: ValueSource,
): string | undefined {
  const lacking = allScopes.filter((scope) => scope !== 'full' && !scopes.includes(scope));
  switch (caller) {
    case 'full':
      return keys.get('full');
    case 'least':
      return keys.get(scopes.length > 0 ? pick(scopes, source) : pick(allScopes, source));
    case 'lacking':
      return keys.get(pick(lacking, source));
    case 'unknown':
      return 'vk_unknown';
    default:
      return undefined;
  }
}

function send(server: TestServer, request: FuzzRequest, key?: string): Promise<Answer> {
  const { method, url, headers, payload } = request;
  // Failed keys are counted by address, and these must not reach the limit.
  const address = `10.9.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
  return call(server, url, {
    ...(key !== undefined && { key }),
    method,
    headers: { 'x-forwarded-for': address, ...headers },
    ...(payload !== undefined && { rawBody: payload }),
  });
}

function countStatus({ statuses }: FuzzResult, operationId: string, status: number): void {
  const counts = statuses.get(operationId) ?? new Map<number, number>();
  counts.set(status, (counts.get(status) ?? 0) + 1);
  statuses.set(operationId, counts);
}

function deviationOf(
  document: Document,
  request: FuzzRequest,
  answer: Answer,
): Deviation | undefined {
  const said = complaintAbout(document, request, answer);
  if (said === undefined) return undefined;
  const { method, url, payload = '', kind, fault, caller } = request;
  return {
    operation: request.operation.id,
    sent: cut(`${kind}${fault ? ` (${fault})` : ''} as ${caller}: ${method} ${url} ${payload}`),
    got: cut(`${answer.status} ${answer.text}`),
    said: cut(said),
  };
}

function complaintAbout(
  document: Document,
  request: FuzzRequest,
  answer: Answer,
): string | undefined {
  const { operation, expected } = request;
  const { status } = answer;
  if (status >= 500) return 'a 5xx';
  if (!operation.statuses.includes(status)) return `${status} is not documented`;
  try {
    assertDescribed(document, operation.id, status, answer);
  } catch (error) {
    return (error as Error).message;
  }
  if (request.kind !== 'invalid') return isPlausible(request, answer) ? undefined : 'it is valid';
  if (status < 400) return checksItemsAlone.has(operation.id) ? undefined : 'it is invalid';
  return expected && !expected.includes(status) ? `expected ${expected.join(' or ')}` : undefined;
}

/** Whether a valid request may get this response. */
function isPlausible(
  { caller, operation: { id } }: FuzzRequest,
  { status, body }: Answer,
): boolean {
  if (status < 400 || [404, 409, 412, 416, 429].includes(status)) return true;
  if (status === 403) return caller === 'least';
  if (status !== 400) return false;
  const messages = [body.message].flat() as string[];
  const rules = beyondSchema.filter(({ operation = id }) => operation === id);
  return messages.every((text) => rules.some(({ message }) => message.test(text)));
}

function cut(text: string): string {
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}
