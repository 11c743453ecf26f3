// Full-text search on SQLite. Every word is stored behind a tag of its brand, so that a search reads
// only the brand's own words; the index keeps word and row, nothing else.
import type { SearchIndex } from '../database.ts';
import type { Statements } from './statements.ts';

// Pages merged at once. Little and often: the index's own merging would hold a commit up for tens of
// milliseconds.
const mergePages = 16;

export function sqliteSearchIndex(
  statements: Statements,
  index: 'work_item_search' | 'address_search',
  table: 'work_items' | 'addresses',
): SearchIndex & { merge(): void } {
  const seq = `(select seq from ${table} where brand_id = ? and id = ?)`;
  const insert = `insert into ${index} (rowid, words) values (?, ?)`;
  const lastSeq = `select max(seq) as seq from ${table}`;
  const remove = `delete from ${index} where rowid = ${seq}`;
  const insertAnew = `insert into ${index} (rowid, words) values (${seq}, ?)`;
  const merge = `insert into ${index} (${index}, rank) values ('merge', ${mergePages})`;

  return {
    async addNewest(entries) {
      if (entries.length === 0) return;
      const [last] = statements.all<{ seq: number }>(lastSeq, []);
      const before = last!.seq - entries.length;
      statements.runEach(
        insert,
        entries.map(({ brandId, words }, at) => [before + at + 1, documentOf(brandId, words)]),
      );
    },
    async replace(entries) {
      statements.runEach(
        remove,
        entries.map(({ brandId, id }) => [brandId, id]),
      );
      statements.runEach(
        insertAnew,
        entries.map(({ brandId, id, words }) => [brandId, id, documentOf(brandId, words)]),
      );
    },
    addSource(sql, alias, brandId, words) {
      const tag = tagOf(brandId);
      const question = words.map((word) => `"${tag}${word}"*`).join(' AND ');
      // A cross join keeps the order: first the index, then the records it names.
      sql.add(
        `${index} s cross join ${table} ${alias} on ${alias}.seq = s.rowid and s.${index} match ?`,
        question,
      );
    },
    // The highest number ever given.
    async size() {
      const [last] = statements.all<{ seq: number | null }>(lastSeq, []);
      return last!.seq ?? 0;
    },
    merge() {
      statements.run(merge, []);
    },
  };
}

function documentOf(brandId: string, words: Iterable<string>): string {
  const tag = tagOf(brandId);
  let document = '';
  for (const word of words) document += `${tag}${word} `;
  return document;
}

// Eight characters of the random part of the id. Two brands may share a tag: queries name the brand.
function tagOf(brandId: string): string {
  return brandId.slice(-8);
}
