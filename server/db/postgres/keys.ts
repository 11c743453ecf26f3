// The keys of a page as one text. With a row for each, both sides would spend most of their time on rows and columns.
import { RecentlyUsed } from '../recently-used.ts';
import { type RecordKey, versionsApart } from '../record-key.ts';
import { readTime } from './values.ts';

const rowsApart = '\n';

/** What has an order and a limit keeps its order: such a select is never split up among several processes. */
export function asOneText(select: string): string {
  return `select string_agg(k::text, e'\\n') from (${select}) as k`;
}

const textsMax = 100;

/** The same text gives the same array, so that something can be kept beside it. */
export class KeyReader {
  readonly #read = new RecentlyUsed<string, readonly RecordKey[]>(textsMax, () => 1);

  /** Null when there is no row. */
  read(text: string | null): readonly RecordKey[] {
    if (text === null) return [];
    const before = this.#read.get(text);
    if (before) return before;
    const keys = text.split(rowsApart).map(readKey);
    this.#read.set(text, keys);
    return keys;
  }

  /** When it may be another server, to which not everything had come: there a version may come a second time. */
  forget(): void {
    this.#read.clear();
  }
}

// (0199…,3,1,,"2026-11-15 09:30:00.123+00")
function readKey(row: string): RecordKey {
  const first = row.indexOf(',');
  const last = row.lastIndexOf(',');
  let sortValue: number | undefined;
  return {
    id: row.slice(1, first),
    version: row.slice(first + 1, last).replaceAll(',', versionsApart),
    // Of most nobody wants to know it.
    get sortValue() {
      return (sortValue ??= readSortValue(row.slice(last + 1, -1)));
    },
  };
}

/** A time, in quotation marks when it has a blank, or a number. */
function readSortValue(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : readTime(text.replaceAll('"', ''));
}
