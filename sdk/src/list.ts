// A list that is read page by page, by following its Link headers.
import { type Call, type CallOptions, get, type Query } from './call.ts';
import { responseOf } from './response-of.ts';
import type { Send } from './send.ts';

export interface Page<T> {
  data: T[];
  /** The page size in effect. */
  limit: number;
  /** Reads the page that follows; null on the last one. */
  next: (() => Promise<Page<T>>) | null;
}

/** All records, one after the other, with `for await`; pages are read as they are needed. */
export class List<T> implements AsyncIterable<T> {
  /** Reads the first page. */
  readonly page: () => Promise<Page<T>>;

  constructor(firstPage: () => Promise<Page<T>>) {
    this.page = firstPage;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let page: Page<T> | undefined = await this.page();
    while (page) {
      yield* page.data;
      page = await page.next?.();
    }
  }
}

export function listOf<T>(send: Send, path: string, options?: CallOptions, query?: Query): List<T> {
  const load = async (call: Call): Promise<Page<T>> => {
    const page = await send<Page<T>>(call);
    const next = nextQueryIn(responseOf(page)?.headers.get('link') ?? '');
    // The page itself is returned, so that its response can still be found.
    return Object.assign(page, {
      next: next === null ? null : () => load(get(path + next, options)),
    });
  };
  return new List(() => load(get(path, options, query)));
}

/**
 * Of the Link only the query is used. The list is where it was: the key never goes to another host because an answer
 * says so, and a proxy that moved the API to another path does no harm.
 */
function nextQueryIn(link: string): string | null {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link)?.[1];
  return target === undefined ? null : new URL(target, 'http://localhost').search;
}
