// Expands a prefix to the words in the index. For a prefix query FTS5 first merges the rows of all
// words with that prefix, and only then looks at the other words: two words that most of a million
// leads have, but never together, take 200 ms. With the words themselves it reads their rows in
// parallel, as far as needed: 30 ms.
import type { Statements } from './statements.ts';

// Each word is a look-up of its own. A prefix of more words is left to FTS5, unless they have more
// rows than it can merge in a few milliseconds per query.
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
    // The type `instance`, because the others count the rows of each word.
    this.#create = `create virtual table if not exists ${table} using fts5vocab (main, ${index}, instance)`;
    this.#first = `select term from ${table} where term >= ? and term < ? limit 1`;
    this.#count = `select count(*) as count from (select 1 from ${table} where term >= ? and term < ? limit ?)`;
  }

  // A rollback drops the table, so a table opened in a transaction is opened again.
  #open(): void {
    if (this.#isOpen) return;
    this.#statements.run(this.#create, []);
    this.#isOpen = !this.#statements.isInTransaction;
  }

  /** A match query for the words with that prefix; null when they have too many rows. */
  beginningWith(beginning: string): string | null {
    this.#open();
    const end = beginning + String.fromCodePoint(0x10ffff);
    const terms: string[] = [];
    let from = beginning;
    for (;;) {
      const [row] = this.#statements.all<{ term: string }>(this.#first, [from, end]);
      // No word has the prefix, so the prefix as a word finds nothing either.
      if (!row) return terms.length === 0 ? quoted(beginning) : `(${terms.join(' OR ')})`;
      if (terms.length === termsMax) return this.#asOne(beginning, end);
      terms.push(quoted(row.term));
      // No character of a word sorts before a zero.
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
