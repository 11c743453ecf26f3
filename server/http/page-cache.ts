// Finished list pages. A page is kept with the brand's change token, which every commit replaces that changes what the
// brand's lists show; a page whose token still holds is exact. Other brands' writes, the request log and rate limits
// invalidate nothing.
import { hash } from 'node:crypto';
import type { ListPage } from '#actions/list-page.ts';
import { RecentlyUsed } from '#core/recently-used.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

export interface FinishedPage {
  body: Buffer;
  /** Of the body, for its ETag. */
  hash: string;
  next: ListPage['next'];
  /** To the next page, once it was sealed. */
  cursor?: string;
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

const bytesMax = 16 * 1024 * 1024;
const pageBytesMax = 1024 * 1024;
const overheadBytes = 500;
const bytesPerCharacter = 2;

export class PageCache {
  readonly #runner: Pick<ActionRunner, 'run'>;
  readonly #pages: RecentlyUsed<string, KeptPage>;
  // Requests that saw the same token share one read of the page.
  readonly #reads = new Map<string, Promise<FinishedPage>>();
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(runner: Pick<ActionRunner, 'run'>, roomBytes = bytesMax) {
    this.#runner = runner;
    this.#pages = new RecentlyUsed(roomBytes, ({ bytes }) => bytes);
  }

  async get(
    list: string,
    question: PageQuestion,
    readPage: () => Promise<ListPage>,
  ): Promise<FinishedPage> {
    if (question.words) return finishPage(await readPage());
    const key = JSON.stringify([list, question]);
    const token = await this.#tokenOf(question.brandId);
    const kept = this.#pages.get(key);
    if (kept?.token === token) return kept.page;
    const readKey = `${token} ${key}`;
    const shared = this.#reads.get(readKey);
    // The other request may fail for reasons of its own, such as a caller who hung up.
    if (shared) return shared.catch(() => this.#read(key, token, readPage));
    const read = this.#read(key, token, readPage).finally(() => this.#reads.delete(readKey));
    this.#reads.set(readKey, read);
    return read;
  }

  // The token was read before the page. A commit in between leaves a newer page under an older token, and the next request
  // replaces it.
  async #read(
    key: string,
    token: string,
    readPage: () => Promise<ListPage>,
  ): Promise<FinishedPage> {
    const page = finishPage(await readPage());
    const bytes = overheadBytes + key.length * bytesPerCharacter + page.body.length;
    if (page.body.length <= pageBytesMax) this.#pages.set(key, { token, page, bytes });
    return page;
  }

  /** Requests of one turn of the event loop share a look-up, which is sent after the last of them. */
  #tokenOf(brandId: string): Promise<string> {
    let token = this.#tokens.get(brandId);
    if (!token) {
      token = new Promise((resolve) => {
        setImmediate(() => {
          this.#tokens.delete(brandId);
          resolve(this.#runner.run('readListToken', { brandId }));
        });
      });
      this.#tokens.set(brandId, token);
    }
    return token;
  }
}

export function finishPage({ body, next }: ListPage): FinishedPage {
  return { body: Buffer.from(body.buffer), hash: hash('sha1', body, 'base64url'), next };
}
