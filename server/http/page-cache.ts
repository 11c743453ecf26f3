// Caches list pages, each with its brand's change token. A commit that changes the brand's lists
// replaces the token, so a page with the current token is exact. Other brands' writes, the request
// log and rate limits invalidate nothing.
import { createHmac } from 'node:crypto';
import type { ListPage } from '#actions/list-page.ts';
import { LruCache } from '#core/lru-cache.ts';
import { Overloaded } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { TimeBudget } from '#runner/time-budget.ts';
import { withTimeout } from '#runner/with-timeout.ts';

export interface FinishedPage {
  body: Buffer;
  next: ListPage['next'];
  /** A keyed hash: without the key, guesses about a page's content cannot be tested. */
  tag: string;
  /** The sealed cursor to the next page, once computed. */
  cursor?: string;
}

interface PageCacheOptions {
  runner: Pick<ActionRunner, 'run'>;
  /** The same on all servers of a database. */
  tagKey: string;
  /** Timeout of a token look-up. */
  waitMsMax: number;
  bytesMax?: number;
}

interface CachedPage {
  token: string;
  page: FinishedPage;
  bytes: number;
}

interface PageQuery {
  brandId: string;
  /** Searches are rarely repeated: their pages are not cached. */
  words: readonly string[] | undefined;
}

type ReadPage = () => Promise<ListPage>;

const bytesMaxDefault = 16 * 1024 * 1024;
const pageBytesMax = 1024 * 1024;
const overheadBytes = 500;
const bytesPerCharacter = 2;
// The body and its compressed form.
const bytesPerBodyByte = 1.5;

export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #pages: LruCache<string, CachedPage>;
  // Requests that saw the same token share one read of the page.
  readonly #reads = new Map<string, Promise<FinishedPage>>();
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(options: PageCacheOptions) {
    const { bytesMax = bytesMaxDefault } = options;
    this.#options = options;
    this.#pages = new LruCache(bytesMax, ({ bytes }) => bytes);
  }

  async get(
    budget: TimeBudget,
    list: string,
    query: PageQuery,
    readPage: ReadPage,
  ): Promise<FinishedPage> {
    if (query.words) return this.finish(await readPage());
    const key = JSON.stringify([list, query]);
    const token = await this.#tokenInTime(budget, query.brandId);
    const cached = this.#pages.get(key);
    if (cached?.token === token) return cached.page;
    const readKey = `${token} ${key}`;
    const shared = this.#reads.get(readKey);
    // The other request may fail for its own reasons, such as a disconnected caller.
    if (shared) return shared.catch(async () => this.finish(await readPage()));
    const read = this.#read(key, token, readPage, () =>
      this.#tokenInTime(budget, query.brandId),
    ).finally(() => this.#reads.delete(readKey));
    this.#reads.set(readKey, read);
    return read;
  }

  finish({ body, next }: ListPage): FinishedPage {
    const hash = createHmac('sha1', this.#options.tagKey).update(body);
    const tag = hash.update(JSON.stringify(next)).digest('base64url');
    return { body: Buffer.from(body.buffer), next, tag };
  }

  /** Caches the page if the token was the same before and after the read. */
  async #read(
    key: string,
    token: string,
    readPage: ReadPage,
    tokenNow: () => Promise<string>,
  ): Promise<FinishedPage> {
    const page = this.finish(await readPage());
    const { length } = page.body;
    const bytes = overheadBytes + key.length * bytesPerCharacter + length * bytesPerBodyByte;
    if (length > pageBytesMax) return page;
    // The page is valid even if this look-up fails.
    const tokenAfter = await tokenNow().catch(() => null);
    if (tokenAfter === token) this.#pages.set(key, { token, page, bytes });
    return page;
  }

  /** Requests share the look-up, so each has a timeout of its own. */
  #tokenInTime(budget: TimeBudget, brandId: string): Promise<string> {
    return budget.spend((leftMs) =>
      withTimeout(leftMs, this.#tokenOf(brandId), () => new Overloaded('no list token in time')),
    );
  }

  /** Requests of one event loop turn share a look-up, sent after the last of them. */
  #tokenOf(brandId: string): Promise<string> {
    const { runner, waitMsMax } = this.#options;
    let token = this.#tokens.get(brandId);
    if (!token) {
      token = new Promise((resolve) => {
        setImmediate(() => {
          this.#tokens.delete(brandId);
          resolve(runner.run('readListToken', { brandId }, { waitMsMax }));
        });
      });
      this.#tokens.set(brandId, token);
    }
    return token;
  }
}
