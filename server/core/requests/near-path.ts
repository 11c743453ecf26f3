// Finds the real path that a wrong one is close to: another prefix, a trailing slash, another case,
// an extension, a typing error. The cost is bounded, whatever the path.
import { routeLengthMax } from '#contract/limits.ts';

/** A path of the API, such as /v1/api/work-items/:id, with the methods it has. */
export interface ApiPath {
  url: string;
  methods: ReadonlySet<string>;
}

/** A path that takes new leads. */
export type LeadPath = '/v1/api/leads' | '/v1/api/leads/batch';

interface Candidate extends ApiPath {
  segments: string[];
}

const segmentsMax = 8;
const segmentLengthMax = 40;
// A long name may have two wrong letters, a short one has too many neighbours for that.
const longNameLength = 7;
const noMatch = Infinity;
// More than all wrong letters together.
const otherMethodCost = 100;
// Between the two: a lead's path wins if it has the method.
const workItemCost = 50;
const extension = /\.[a-z]{1,5}$/;
const prefix = /^(?:v\d+|api|rest)$/;
// What the docs, or other services, call these.
const otherNames = new Map([
  ['jobs', 'workitems'],
  ['bulk', 'batch'],
  ['events', 'history'],
]);

export class NearPaths {
  readonly #candidates: Candidate[];

  constructor(paths: readonly ApiPath[]) {
    this.#candidates = paths.map((path) => ({ ...path, segments: segmentsOf(path.url) }));
  }

  /** The closest path; one that has the method wins over one that has not. */
  find(path: string, method: string): ApiPath | null {
    if (path.length > routeLengthMax) return null;
    const segments = segmentsOf(path);
    if (segments.length === 0 || segments.length > segmentsMax) return null;
    const asWorkItem = workItemOf(segments);
    let best: ApiPath | null = null;
    let bestCost = noMatch;
    for (const candidate of this.#candidates) {
      const distance = Math.min(
        distanceBetween(segments, candidate.segments),
        asWorkItem ? workItemCost + distanceBetween(asWorkItem, candidate.segments) : noMatch,
      );
      const cost = distance + (usualMethodOf(candidate, method) ? 0 : otherMethodCost);
      if (cost < bestCost) [best, bestCost] = [candidate, cost];
    }
    return best;
  }
}

/** The method of the path that does what this one is meant to do. */
export function usualMethodOf(
  { methods }: Pick<ApiPath, 'methods'>,
  method: string,
): string | null {
  if (methods.has(method)) return method;
  return method === 'PUT' && methods.has('PATCH') ? 'PATCH' : null;
}

/**
 * Where a lead was meant for that is sent to a path like one of these: `/leads.json`,
 * `/leads/create`, `/lead/batch`.
 */
export function leadPathLike(path: string): LeadPath | null {
  if (path.length > routeLengthMax) return null;
  const [name = '', verb, ...rest] = segmentsOf(path);
  if (rest.length > 0 || distanceOfNames(name, 'leads') === noMatch) return null;
  if (verb === undefined) return '/v1/api/leads';
  if (distanceOfNames(verb, 'batch') !== noMatch) return '/v1/api/leads/batch';
  // Not an id: a call to an id is about a lead that exists.
  return /^[a-z]+$/.test(verb) ? '/v1/api/leads' : null;
}

/** A lead is changed, deleted and restored as a work item. Null for a path without its id. */
function workItemOf([name = '', ...rest]: readonly string[]): string[] | null {
  const [id] = rest;
  if (id === undefined || distanceOfNames(name, 'leads') === noMatch) return null;
  return distanceOfNames(id, 'batch') === noMatch ? ['workitems', ...rest] : null;
}

/** The names after the prefix, in lower case, without hyphens, spaces and extension. */
function segmentsOf(path: string): string[] {
  const parts = decoded(path)
    .toLowerCase()
    .split('/')
    .map((part) => (part.startsWith(':') ? ':' : part.replaceAll(/[-_\s]/g, '')))
    .map((part) => part.replace(extension, ''))
    .filter((part) => part !== '');
  const first = parts.findIndex((part) => !prefix.test(part));
  return first === -1 ? [] : parts.slice(first);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function distanceBetween(sent: readonly string[], real: readonly string[]): number {
  if (sent.length !== real.length) return noMatch;
  let sum = 0;
  for (const [index, name] of real.entries()) {
    // An id matches anything, but a fixed name like it wins.
    sum += name === ':' ? 0.1 : distanceOfNames(sent[index]!, name);
    if (sum === noMatch) return noMatch;
  }
  return sum;
}

function distanceOfNames(sent: string, real: string): number {
  if (sent === real) return 0;
  const name = otherNames.get(sent) ?? sent;
  if (name === real) return 0;
  if (name.length > segmentLengthMax) return noMatch;
  const most = Math.max(name.length, real.length) >= longNameLength ? 2 : 1;
  if (Math.abs(name.length - real.length) > most) return noMatch;
  const edits = editsBetween(name, real);
  return edits <= most ? edits : noMatch;
}

/** Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
