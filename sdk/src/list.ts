// A paginated list, read by following its Link headers.
import { type Call, type CallOptions, get, type Query } from './call.ts';
import { responseOf } from './response-of.ts';
import type { Send } from './send.ts';

export interface Page<T> {
  data: T[];
  /** The page size in effect. */
  limit: number;
  /** Reads the next page, which may have another size; null on the last one. */
  next: ((change?: { limit?: number }) => Promise<Page<T>>) | null;
}

const collectedMax = 100_000;

/** Iterates over all records with `for await`; pages are read as needed. */
export class List<T> implements AsyncIterable<T> {
  /** Reads the first page. */
  readonly page: () => Promise<Page<T>>;

  constructor(firstPage: () => Promise<Page<T>>) {
    this.page = firstPage;
  }

  /**
   * Collects the records in an array, at most `max` of them; reads no more pages than that takes.
   * There is no default: a list may be longer than memory allows.
   */
  async all(bound: { max: number }): Promise<T[]> {
    // JavaScript may pass nothing.
    const { max } = bound ?? {};
    if (!Number.isInteger(max) || max < 1 || max > collectedMax) {
      throw new TypeError(
        `max must be a whole number from 1 to ${collectedMax}; read longer lists with for await`,
      );
    }
    const records: T[] = [];
    for await (const record of this) {
      records.push(record);
      if (records.length === max) break;
    }
    return records;
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
    // Return the same object, so that responseOf still finds its response.
    return Object.assign(page, {
      next:
        next === null
          ? null
          : ({ limit }: { limit?: number } = {}) =>
              load(get(path + (limit === undefined ? next : withLimit(next, limit)), options)),
    });
  };
  return new List(() => load(get(path, options, query)));
}

function withLimit(query: string, limit: number): string {
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(limit));
  return `?${parameters}`;
}

/**
 * Uses only the query of the Link. A response can therefore never send the key to another host, and a
 * proxy may serve the API under another path.
 */
function nextQueryIn(link: string): string | null {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link)?.[1];
  return target === undefined ? null : new URL(target, 'http://localhost').search;
}
