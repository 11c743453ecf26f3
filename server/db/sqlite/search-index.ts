// Full-text search on SQLite. Words are prefixed with a tag of the brand, so that a search reads
// only that brand's words. The index stores words and rowids, nothing else.
import { queryTerms } from '#core/search/search-words.ts';
import type { SearchIndex } from '../database.ts';
import { tagOf, taggedWords } from '../lists/tagged-words.ts';
import type { Statements } from './statements.ts';
import { StoredTerms } from './stored-terms.ts';

// Pages to merge per indexed record, in one of the indexes: what all three need in the long run.
// Small steps, because FTS5's automerge would delay a commit by tens of milliseconds.
const mergePagesMin = 4;
const mergePagesOfRecord = 0.5;
const allMergePages = 32;
// The statement itself counts as one change.
const changesOfMerge = 2;
// FTS5 cannot seek to a rowid: each query reads all rows of each word up to its start, 40 ns each.
const wordsAtOnceMax = 3;

/** Both return whether there was anything to merge. */
interface MergedIndex {
  /** Merges segments, in proportion to the number of records written. */
  merge(written: number): boolean;
  /**
   * Words of deleted records stay in the index until their segments are merged. The first call
   * marks all current segments.
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

  // Null when an alternative has too many rows. Some of its terms suffice: matches are checked.
  const wordOf = (brandId: string, word: string) => {
    const alternatives = queryTerms(word).map((each) => {
      const found = each.map(({ letters, isPrefix }) => {
        const tagged = tagOf(brandId) + letters;
        return isPrefix ? terms.beginningWith(tagged) : `"${tagged}"`;
      });
      return found.filter((text) => text !== null).join(' AND ');
    });
    return alternatives.includes('') ? null : `((${alternatives.join(') OR (')}))`;
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
    async remove(records) {
      statements.runEach(
        remove,
        records.map(({ brandId, id }) => [brandId, id]),
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
      async numbersOf(matchQuery, { from, descending, most }) {
        const numbers = descending ? downwards : upwards;
        const rows = statements.all<{ rowid: number }>(numbers, [matchQuery, from, most]);
        return rows.map(({ rowid }) => rowid);
      },
    },
    // The highest rowid.
    async size() {
      const [last] = statements.all<{ seq: number | null }>(lastSeq, []);
      return last!.seq ?? 0;
    },
    merge(written) {
      const pages = Math.ceil(written * mergePagesOfRecord);
      // Flushes pending words first; otherwise the flush would count as a merge.
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
