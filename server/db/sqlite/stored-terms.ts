// The words that stand in a search index. Asked for a beginning, the index first puts the rows of all words
// together that begin so, and only then looks at the other words of the question: two words that are in most of
// a million leads, but never in the same one, take 200 ms. Asked for the words themselves it reads their rows side
// by side, as far as it must: 30 ms.
import type { Statements } from './statements.ts';

// Each is a look-up of its own; a beginning of more words than these is left to the index, unless those have more rows
// than it can put together in a few milliseconds each time it is asked.
const termsMax = 20;
const rowsMax = 20_000;

export class StoredTerms {
  readonly #statements: Statements;
  readonly #create: string;
  readonly #first: string;
  readonly #count: string;
  #isOpen = false;

  constructor(statements: Statements, index: string) {
    const table = `temp.${index}_terms`;
    this.#statements = statements;
    // Of this kind, because others count the rows of each word that they name.
    this.#create = `create virtual table if not exists ${table} using fts5vocab (main, ${index}, instance)`;
    this.#first = `select term from ${table} where term >= ? and term < ? limit 1`;
    this.#count = `select count(*) as count from (select 1 from ${table} where term >= ? and term < ? limit ?)`;
  }

  // A transaction that is rolled back takes it along: what was opened in one is opened again.
  #open(): void {
    if (this.#isOpen) return;
    this.#statements.run(this.#create, []);
    this.#isOpen = !this.#statements.isInTransaction;
  }

  /** A question for any of the words that begin so; null where they have too many rows. */
  beginningWith(beginning: string): string | null {
    this.#open();
    const end = beginning + String.fromCodePoint(0x10ffff);
    const terms: string[] = [];
    let from = beginning;
    for (;;) {
      const [row] = this.#statements.all<{ term: string }>(this.#first, [from, end]);
      // None at all: then it is not found as it stands either.
      if (!row) return terms.length === 0 ? quoted(beginning) : `(${terms.join(' OR ')})`;
      if (terms.length === termsMax) return this.#asOne(beginning, end);
      terms.push(quoted(row.term));
      // Nothing comes before a zero in a word.
      from = `${row.term}0`;
    }
  }

  #asOne(beginning: string, end: string): string | null {
    const values = [beginning, end, rowsMax + 1];
    const [row] = this.#statements.all<{ count: number }>(this.#count, values);
    return row!.count > rowsMax ? null : `${quoted(beginning)}*`;
  }
}

function quoted(term: string): string {
  return `"${term}"`;
}
