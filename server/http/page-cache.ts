// Finished list pages, each kept with the brand's change token. A commit that changes what the brand's lists show replaces the
// token, so a page whose token still holds is exact. Other brands' writes, the request log and rate limits
// invalidate nothing.
import { createHmac } from 'node:crypto';
import type { ListPage } from '#actions/list-page.ts';
import { LruCache } from '#core/lru-cache.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

export interface FinishedPage {
  body: Buffer;
  next: ListPage['next'];
  /** A keyed hash: without the key nobody can test guesses of what a page holds. */
  tag: string;
  /** To the next page, once it was sealed. */
  cursor?: string;
}

interface PageCacheOptions {
  runner: Pick<ActionRunner, 'run'>;
  /** The same on all servers of a database. */
  tagKey: string;
  /** For a token. */
  waitMsMax: number;
  roomBytes?: number;
}

interface KeptPage {
  token: string;
  page: FinishedPage;
  bytes: number;
}

interface PageQuestion {
  brandId: string;
  /** Searches are hardly ever asked twice: their pages are not kept. */
  words: readonly string[] | undefined;
}

type ReadPage = () => Promise<ListPage>;

const roomBytesDefault = 16 * 1024 * 1024;
const pageBytesMax = 1024 * 1024;
const overheadBytes = 500;
const bytesPerCharacter = 2;
// With what it is when compressed.
const timesItsBody = 1.5;

export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #pages: LruCache<string, KeptPage>;
  // Requests that saw the same token share one read of the page.
  readonly #reads = new Map<string, Promise<FinishedPage>>();
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(options: PageCacheOptions) {
    const { roomBytes = roomBytesDefault } = options;
    this.#options = options;
    this.#pages = new LruCache(roomBytes, ({ bytes }) => bytes);
  }

  async get(list: string, question: PageQuestion, readPage: ReadPage): Promise<FinishedPage> {
    if (question.words) return this.finish(await readPage());
    const key = JSON.stringify([list, question]);
    const token = await this.#tokenOf(question.brandId);
    const kept = this.#pages.get(key);
    if (kept?.token === token) return kept.page;
    const readKey = `${token} ${key}`;
    const shared = this.#reads.get(readKey);
    // The other request may fail for reasons of its own, such as a caller who hung up.
    if (shared) return shared.catch(async () => this.finish(await readPage()));
    const read = this.#read(key, token, question.brandId, readPage).finally(() =>
      this.#reads.delete(readKey),
    );
    this.#reads.set(readKey, read);
    return read;
  }

  finish({ body, next }: ListPage): FinishedPage {
    const hash = createHmac('sha1', this.#options.tagKey).update(body);
    const tag = hash.update(JSON.stringify(next)).digest('base64url');
    return { body: Buffer.from(body.buffer), next, tag };
  }

  /** A page is kept when the token was the same before and after it was read. */
  async #read(
    key: string,
    token: string,
    brandId: string,
    readPage: ReadPage,
  ): Promise<FinishedPage> {
    const page = this.finish(await readPage());
    const { length } = page.body;
    const bytes = overheadBytes + key.length * bytesPerCharacter + length * timesItsBody;
    if (length > pageBytesMax) return page;
    // The page is good, whatever becomes of this look-up.
    const tokenAfter = await this.#tokenOf(brandId).catch(() => null);
    if (tokenAfter === token) this.#pages.set(key, { token, page, bytes });
    return page;
  }

  /** Requests of one turn of the event loop share a look-up, which is sent after the last of them. */
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
