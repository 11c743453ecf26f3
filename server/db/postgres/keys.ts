// The keys of a page as one text. With a row for each, both sides would spend most of their time on rows and columns. And
// they are looked for again only when something was written since.
import { RecentlyUsed } from '../recently-used.ts';
import { type RecordKey, versionsApart } from '../record-key.ts';
import { readTime } from './values.ts';

const rowsApart = '\n';

// Which transactions a statement sees, and of which server: where they are the same, so is all that it reads, to the last
// row. It costs next to nothing to tell. After a crash the server may give the same numbers to other transactions; by then
// every connection is a new one, and what was kept is forgotten. A replica cannot tell, nor can a server whose tables are
// spread over others (Citus).
const transactionsSeen = `case when current_setting('in_hot_standby', true) = 'off' and current_setting('citus.shard_count', true) is null
  then concat_ws(' ', pg_current_snapshot()::text, extract(epoch from pg_postmaster_start_time())) end`;

/**
 * Of one row: what the statement saw, and the keys, null when there are none. With what was seen before as the last of its
 * values, it does not look for the keys when it sees the same. What has an order and a limit keeps its order: such a select
 * is never split up among several processes.
 */
function asOneText(select: string): string {
  return `select ${transactionsSeen}, string_agg(k::text, e'\\n') from (${select}) as k
    where (${transactionsSeen} = ?) is not true`;
}

export type TextRow = [seen: string | null, text: string | null];

interface Answer {
  seen: string;
  keys: readonly RecordKey[];
}

const answersMax = 100;

// Of all databases together: what was read from one and from its replica is kept side by side.
let eras = 0;
export const erasOfServers = (): number => eras;

/** The same keys are the same array, so that something can be kept beside it. */
export class KeyReader {
  readonly #read = new RecentlyUsed<string, readonly RecordKey[]>(answersMax, () => 1);
  readonly #answers = new RecentlyUsed<string, Answer>(answersMax, () => 1);
  // What is sent in one and answered in another may be about two servers.
  #era = 0;
  #startedAt: string | undefined;

  /** Sends the select, as one text, and what was seen when it was sent before. */
  async read(
    { text, values }: { text: string; values: readonly unknown[] },
    send: (text: string, values: unknown[]) => Promise<TextRow>,
  ): Promise<readonly RecordKey[]> {
    // Values are texts, whole numbers, null and lists of them, which JSON tells apart.
    const question = JSON.stringify([text, values]);
    const before = this.#answers.get(question);
    const era = this.#era;
    const [seen, found] = await send(asOneText(text), [...values, before?.seen ?? null]);
    this.#noteServer(seen);
    const isOfThisEra = era === this.#era;
    if (before && seen === before.seen) {
      return isOfThisEra ? before.keys : this.read({ text, values }, send);
    }
    if (!isOfThisEra) return keysIn(found);
    const keys = this.#knownKeysIn(found);
    if (seen !== null) this.#answers.set(question, { seen, keys });
    return keys;
  }

  #knownKeysIn(text: string | null): readonly RecordKey[] {
    if (text === null) return [];
    const before = this.#read.get(text);
    if (before) return before;
    const keys = keysIn(text);
    this.#read.set(text, keys);
    return keys;
  }

  // Behind a pooler another one may have come without a new connection.
  #noteServer(seen: string | null): void {
    if (seen === null) return;
    const startedAt = seen.slice(seen.indexOf(' ') + 1);
    if (this.#startedAt !== undefined && startedAt !== this.#startedAt) this.forget();
    this.#startedAt = startedAt;
  }

  /** When it may be another server, to which not everything had come: there a version may come a second time. */
  forget(): void {
    this.#read.clear();
    this.#answers.clear();
    this.#era++;
    eras++;
  }
}

function keysIn(text: string | null): RecordKey[] {
  return text === null ? [] : text.split(rowsApart).map(readKey);
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
