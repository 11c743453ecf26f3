// Makes a request for an operation: valid, at a boundary, or with exactly one fault.
import type { Operation, Parameter, Schema } from './operations.ts';
import type { Records } from './records.ts';
import { boundaryValues, invalidValues, pick, text, validValue } from './schema-values.ts';
import type { ValueSource } from './schema-values.ts';

export type Kind = 'valid' | 'boundary' | 'invalid';

export interface FuzzRequest {
  operation: Operation;
  kind: Kind;
  method: string;
  url: string;
  ids: Record<string, string>;
  headers: Record<string, string>;
  payload?: string;
  /** The caller: all rights, the least that suffices, none that suffices, an unknown key, no key. */
  caller: Caller;
  /** What is wrong with it. */
  fault?: string;
  /** The only statuses that fit the fault; by default any 4xx. */
  expected?: number[];
}

export type Caller = 'full' | 'least' | 'lacking' | 'unknown' | 'none';

interface Draft {
  ids: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: unknown;
  rawBody?: string;
  caller: Caller;
  expected?: number[];
}

// A cursor is opaque, and comes from the Link header of a page.
const opaque = new Set(['cursor']);
const unknownId = '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69';
const leastShare = 0.1;
const nextPageShare = 0.2;
const unknownIdShare = 0.05;

export function makeRequest(
  operation: Operation,
  kind: Kind,
  source: ValueSource,
  records: Records,
): FuzzRequest {
  const next =
    kind === 'valid' && operation.method === 'GET' ? records.nextPageOf(operation.path) : undefined;
  if (next && source.random() < nextPageShare) return nextPage(operation, next);
  const draft = validDraft(operation, source, records);
  if (kind === 'boundary') moveToBoundary(operation, draft, source);
  const fault = kind === 'invalid' ? addFault(operation, draft, source) : undefined;
  const { ids, headers, caller, expected } = draft;
  const payload = draft.rawBody ?? (draft.body === undefined ? undefined : json(draft.body));
  return {
    operation,
    kind,
    method: operation.method,
    url: urlOf(operation.path, draft),
    ids,
    headers,
    ...(payload !== undefined && { payload }),
    caller,
    ...(fault !== undefined && { fault }),
    ...(expected && { expected }),
  };
}

function nextPage(operation: Operation, url: string): FuzzRequest {
  const { pathname, search } = new URL(url, 'http://localhost');
  const ids = {};
  const { method } = operation;
  const kind = 'valid';
  return { operation, kind, method, url: pathname + search, ids, headers: {}, caller: 'full' };
}

function validDraft(operation: Operation, source: ValueSource, records: Records): Draft {
  const isUnknown = source.random() < unknownIdShare;
  const known = (!isUnknown && records.idsFor(operation.path)) || {};
  const draft: Draft = {
    ids: {},
    query: [],
    headers: {},
    caller: source.random() < leastShare ? 'least' : 'full',
  };
  const share = source.random() ** 2;
  for (const parameter of operation.parameters) {
    const { in: place, name, required } = parameter;
    if (place === 'path') draft.ids[name] = known[name] ?? unknownId;
    else if (required || (!opaque.has(name) && source.random() < share)) {
      setParameter(draft, parameter, validValue(parameter.schema, source, name));
    }
  }
  if (operation.body) {
    draft.headers['content-type'] = pick(operation.body.types, source);
    draft.body = validValue(operation.body.schema, source);
  }
  return draft;
}

function setParameter(draft: Draft, parameter: Parameter, value: unknown): void {
  const { in: place, name, explode = true } = parameter;
  if (place === 'header') {
    // Header fields are bytes; letters beyond ASCII have no agreed encoding.
    draft.headers[name.toLowerCase()] = String(value).replaceAll(/[^ -~]/gu, 'x');
    return;
  }
  draft.query = draft.query.filter(([other]) => other !== name);
  // A comma separates values.
  const values = Array.isArray(value)
    ? value.map((one) => String(one).replaceAll(',', ';'))
    : [String(value)];
  const sent = explode || values.length === 0 ? values : [values.join(',')];
  draft.query.push(...sent.map((one): [string, string] => [name, one]));
}

function moveToBoundary(operation: Operation, draft: Draft, source: ValueSource): void {
  const parameters = operation.parameters.filter(isQuery);
  if (operation.body && (parameters.length === 0 || source.random() < 0.8)) {
    const values = boundaryValues(operation.body.schema, source);
    if (values.length > 0) draft.body = pick(values, source);
  } else if (parameters.length > 0) {
    const parameter = pick(parameters, source);
    const values = boundaryValues(parameter.schema, source).filter(isSendable);
    if (values.length > 0) setParameter(draft, parameter, pick(values, source));
  }
}

const isQuery = ({ in: place, name }: Parameter) => place === 'query' && !opaque.has(name);

// An empty array is the same as no parameter at all.
const isSendable = (value: unknown) =>
  typeof value !== 'object' || (Array.isArray(value) && value.length > 0);

/** Adds one fault, and says which. */
function addFault(operation: Operation, draft: Draft, source: ValueSource): string {
  const { body } = operation;
  const faults: (() => string)[] = [
    () => {
      draft.caller = 'none';
      draft.expected = [401];
      return 'no key';
    },
    () => {
      draft.caller = 'unknown';
      draft.expected = [401];
      return 'an unknown key';
    },
    ...operation.parameters.filter(isQuery).map((one) => () => wrongParameter(draft, one, source)),
  ];
  if (operation.method === 'GET') {
    faults.push(() => {
      draft.query.push(['notAParameter', 'x']);
      draft.expected = [400, 404];
      return 'an unknown parameter';
    });
  }
  if (operation.scopes.length > 0 && !operation.scopes.includes('full')) {
    faults.push(() => {
      draft.caller = 'lacking';
      draft.expected = [403];
      return 'a key without the scope';
    });
  }
  if (operation.parameters.some(({ in: place }) => place === 'path')) {
    faults.push(() => {
      const name = pick(Object.keys(draft.ids), source);
      draft.ids[name] = pick([unknownId, text(source, 5), '0', '%'], source);
      draft.expected = [400, 404];
      return `no record with this ${name}`;
    });
  }
  if (body) {
    const fields = 6;
    for (let n = 0; n < fields; n++) faults.push(() => wrongBody(draft, body.schema, source));
    faults.push(() => {
      draft.headers['content-type'] = pick(['text/plain', 'application/xml'], source);
      draft.expected = [404, 415];
      return 'another content type';
    });
    faults.push(() => {
      draft.rawBody = pick(['{', '{"a":}', 'x', '[1', '"', '{"a":1}}'], source);
      draft.expected = [400, 404];
      return 'a body that is not JSON';
    });
  }
  return pick(faults, source)();
}

function wrongParameter(draft: Draft, parameter: Parameter, source: ValueSource): string {
  const { name, schema } = parameter;
  draft.expected = [400, 404];
  const wrong = invalidValues(schema, source).filter(
    (value) => isSendable(value) && !isAcceptedAsText(schema, value, source),
  );
  const given = draft.query.filter(([other]) => other === name);
  const isList = source.accepts(schema, []);
  if (wrong.length === 0 || (given.length === 1 && !isList && source.random() < 0.2)) {
    if (given.length === 0) setParameter(draft, parameter, validValue(schema, source, name));
    draft.query.push(...draft.query.filter(([other]) => other === name));
    if (!isList) return `${name} is given twice`;
    draft.query.push(['notAParameter', 'x']);
    return 'an unknown parameter';
  }
  setParameter(draft, parameter, pick(wrong, source));
  return `${name} is wrong`;
}

/** A query has only texts: the number 5 and the text "5" are the same. */
function isAcceptedAsText(schema: Schema, value: unknown, source: ValueSource): boolean {
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  const [first] = texts;
  const readings = [texts, ...(texts.length === 1 ? [first, Number(first)] : [])];
  return first !== '' && readings.some((reading) => source.accepts(schema, reading));
}

function wrongBody(draft: Draft, schema: Schema, source: ValueSource): string {
  const wrong = invalidValues(schema, source);
  draft.body = wrong.length > 0 ? pick(wrong, source) : 'x';
  return 'the body breaks its schema';
}

function urlOf(path: string, { ids, query }: Draft): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!));
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join('='));
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
}

function json(body: unknown): string {
  return JSON.stringify(body);
}
