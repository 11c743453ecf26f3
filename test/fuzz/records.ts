// Ids that responses brought, to fill the paths and bodies of later requests.
import type { Answer } from '../support/call.ts';
import { pick } from './schema-values.ts';

type Ids = Record<string, string>;

const homeOfField: Record<string, string> = {
  customerId: '/v1/api/customers',
  addressId: '/v1/api/address',
  assetId: '/v1/api/assets',
};
// Newer ones replace the oldest, which are deleted or merged by then.
const idsMax = 30;
// Few records are in the state that an operation such as restoring needs.
const fitShare = 0.8;

export class Records {
  readonly #random: () => number;
  readonly #paths: string[];
  /** By collection, or by operation where only some records fit. */
  readonly #known = new Map<string, Ids[]>();
  readonly #links = new Map<string, string[]>();

  constructor(random: () => number, paths: string[]) {
    this.#random = random;
    this.#paths = paths;
  }

  /** Remembers the ids and the next page in a response. */
  learn(method: string, path: string, ids: Ids, { status, headers, body }: Answer): void {
    if (status === 400 && method === 'POST' && path === '/v1/api/leads') {
      return this.#keep('/v1/api/requests/{id}/rescue', { id: headers.get('x-request-id')! });
    }
    if (status >= 300) return;
    if (method === 'DELETE') return this.#keep(`${path}/restore`, ids);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    if (next) this.#links.set(path, [next, ...(this.#links.get(path) ?? [])].slice(0, idsMax));
    for (const one of Array.isArray(body?.data) ? body.data : [body]) this.#learnOf(path, ids, one);
  }

  #learnOf(path: string, ids: Ids, one: Record<string, unknown> | undefined): void {
    for (const [field, home] of Object.entries(homeOfField)) {
      const id = one?.[field];
      if (typeof id === 'string' && id !== '') this.#keep(home, { id });
    }
    if (typeof one?.['mergeId'] === 'string' && typeof one['id'] === 'string') {
      this.#keep('/v1/api/customers/{id}/merges', { id: one['id'], mergeId: one['mergeId'] });
    }
    if (typeof one?.['id'] !== 'string') return;
    const collection = path === '/v1/api/leads' ? '/v1/api/work-items' : path;
    const name = this.#paths
      .map((other) => other.startsWith(`${collection}/{`) && other.slice(collection.length + 2))
      .find((rest) => rest !== false)
      ?.replace(/\}.*/, '');
    if (name) this.#keep(collection, { ...ids, [name]: one['id'] });
  }

  #keep(at: string, ids: Ids): void {
    this.#known.set(at, [ids, ...(this.#known.get(at) ?? [])].slice(0, idsMax));
  }

  /** Values for the parameters of a path; undefined when none are known. */
  idsFor(path: string): Ids | undefined {
    const fitting = this.#known.get(path);
    if (fitting && this.#random() < fitShare) return this.#oneOf(fitting);
    const collection = path.slice(0, path.lastIndexOf('/{'));
    const home = collection === '/v1/api/leads' ? '/v1/api/work-items' : collection;
    return this.#oneOf(this.#known.get(home));
  }

  idOf(field: string): string | undefined {
    return this.#oneOf(this.#known.get(homeOfField[field] ?? ''))?.['id'];
  }

  #oneOf(known: Ids[] | undefined): Ids | undefined {
    return known && { ...pick(known, { random: this.#random }) };
  }

  /** The link to a next page of the list at a path. */
  nextPageOf(path: string): string | undefined {
    const known = this.#links.get(path);
    return known && pick(known, { random: this.#random });
  }
}
