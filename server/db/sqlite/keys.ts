// The keys of a page, which are looked for again only when something was written since.
import { RecentlyUsed } from '../recently-used.ts';
import { keyOfRow, type RecordKey } from '../record-key.ts';
import type { SqlText } from '../sql-text.ts';
import type { Statements } from './statements.ts';

// A few hundred pages of the usual size.
const answersLengthMax = 4 * 1024 * 1024;
const lengthOfKey = 200;

interface Answer {
  question: string;
  dataVersion: number;
  keys: readonly RecordKey[];
}

/** For a connection that only reads: what it wrote itself it would not notice. */
export class KeyReader {
  readonly #statements: Statements;
  readonly #answers = new RecentlyUsed<string, Answer>(
    answersLengthMax,
    ({ question, keys }) => question.length + keys.length * lengthOfKey,
  );

  /** Statements whose rows are arrays. */
  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The same keys are the same array, so that something can be kept beside it. */
  read(select: SqlText): readonly RecordKey[] {
    // Values are texts, whole numbers and null, which JSON tells apart.
    const question = JSON.stringify([select.text, select.values]);
    const before = this.#answers.get(question);
    // Asked for first: what is written between this and the keys is looked for once more.
    const dataVersion = this.#dataVersion();
    if (before?.dataVersion === dataVersion) return before.keys;
    const found = readKeys(this.#statements, select);
    const keys = before && areSame(before.keys, found) ? before.keys : found;
    this.#answers.set(question, { question, dataVersion, keys });
    return keys;
  }

  /** Another one after each commit of another connection, in this process or not. */
  #dataVersion(): number {
    return this.#statements.all<[number]>('pragma data_version', [])[0]![0];
  }
}

export function readKeys(statements: Statements, { text, values }: SqlText): RecordKey[] {
  return statements.all<unknown[]>(text, values).map((row) => keyOfRow(row));
}

function areSame(one: readonly RecordKey[], other: readonly RecordKey[]): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ id, version, sortValue }, at) =>
        id === other[at]!.id &&
        version === other[at]!.version &&
        sortValue === other[at]!.sortValue,
    )
  );
}
