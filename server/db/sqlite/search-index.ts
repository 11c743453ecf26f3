// Full-text search on SQLite. Every word is stored behind a tag of its brand, so that a search reads
// only the brand's own words; the index keeps word and row, nothing else.
import { splitQueryWord } from '#core/search/search-words.ts';
import type { SearchIndex } from '../database.ts';
import { tagOf, taggedWords } from '../lists/tagged-words.ts';
import type { Statements } from './statements.ts';
import { StoredTerms } from './stored-terms.ts';

// Pages merged at once, in one of the indexes: for each record that is written so many, which is what all three need together in
// the long run. Little and often: the index's own merging would hold a commit up for tens of milliseconds.
const mergePagesMin = 4;
const mergePagesOfRecord = 0.5;
const allMergePages = 32;
// The statement itself counts for one.
const changesOfMerge = 2;
// The index cannot begin in the middle: each time it reads all the rows of each word up to where it goes on, 40 ns each.
const wordsAtOnceMax = 3;

/** Both tell whether there was anything to merge. */
interface MergedIndex {
  /** Some of what it takes so that parts do not become too many, when so many records were written. */
  merge(written: number): boolean;
  /**
   * Words of what was deleted leave the index only when the parts that hold them are merged. The first piece
   * marks all parts that there are for it.
   */
  mergeAll(piece: 'first' | 'next'): boolean;
}

export function sqliteSearchIndex(
  statements: Statements,
  index: 'work_item_search' | 'address_search' | 'customer_search',
  table: 'work_items' | 'addresses' | 'customers',
): SearchIndex & MergedIndex {
  const seq = `(select seq from ${table} where brand_id = ? and id = ?)`;
  const insert = `insert into ${index} (rowid, words) values (?, ?)`;
  const lastSeq = `select max(seq) as seq from ${table}`;
  const remove = `delete from ${index} where rowid = ${seq}`;
  const insertAnew = `insert into ${index} (rowid, words) values (${seq}, ?)`;
  const merge = `insert into ${index} (${index}, rank) values ('merge', ?)`;
  const terms = new StoredTerms(statements, index);

  function mergePages(pages: number): boolean {
    const before = totalChanges(statements);
    statements.run(merge, [pages]);
    return totalChanges(statements) - before >= changesOfMerge;
  }

  const select = `select rowid from ${index} where ${index} match ? and rowid`;
  const upwards = `${select} >= ? order by rowid limit ?`;
  const downwards = `${select} <= ? order by rowid desc limit ?`;

  const wordOf = (brandId: string, word: string) => {
    const { letters, isPrefix } = splitQueryWord(word);
    const tagged = tagOf(brandId) + letters;
    return isPrefix ? terms.beginningWith(tagged) : `"${tagged}"`;
  };

  return {
    async addNewest(entries) {
      if (entries.length === 0) return;
      const [last] = statements.all<{ seq: number }>(lastSeq, []);
      const before = last!.seq - entries.length;
      statements.runEach(
        insert,
        entries.map(({ brandId, words }, at) => [before + at + 1, taggedWords(brandId, words)]),
      );
    },
    async replace(entries) {
      statements.runEach(
        remove,
        entries.map(({ brandId, id }) => [brandId, id]),
      );
      statements.runEach(
        insertAnew,
        entries.map(({ brandId, id, words }) => [brandId, id, taggedWords(brandId, words)]),
      );
    },
    finder: {
      by: 'numbers',
      async matchQueryFor(brandId, words) {
        const asked: string[] = [];
        for (const word of words) {
          const text = wordOf(brandId, word);
          if (text !== null && asked.push(text) === wordsAtOnceMax) break;
        }
        return asked.length > 0 ? asked.join(' AND ') : null;
      },
      async numbersOf(question, { from, descending, most }) {
        const numbers = descending ? downwards : upwards;
        const rows = statements.all<{ rowid: number }>(numbers, [question, from, most]);
        return rows.map(({ rowid }) => rowid);
      },
    },
    // The highest number ever given.
    async size() {
      const [last] = statements.all<{ seq: number | null }>(lastSeq, []);
      return last!.seq ?? 0;
    },
    merge(written) {
      const pages = Math.ceil(written * mergePagesOfRecord);
      // What waits to be written goes first, with any merge; it is not to be taken for one.
      statements.run(merge, [0]);
      return mergePages(Math.max(pages, mergePagesMin));
    },
    mergeAll(piece) {
      return mergePages(piece === 'first' ? -allMergePages : allMergePages);
    },
  };
}

function totalChanges(statements: Statements): number {
  const [row] = statements.all<{ changes: number }>('select total_changes() as changes', []);
  return row!.changes;
}
