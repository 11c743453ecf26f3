// Full-text search on PostgreSQL, in a table beside the records. Words are prefixed with a tag of
// the brand, as on SQLite, so that a search reads only that brand's words.
import { queryTerms } from '#core/search/search-words.ts';
import type { Database, SearchIndex } from '../database.ts';
import { tagOf, taggedWords } from '../lists/tagged-words.ts';

export function postgresSearchIndex(
  db: Pick<Database, 'run' | 'first'>,
  index: 'work_item_search' | 'address_search' | 'customer_search',
  table: 'work_items' | 'addresses' | 'customers',
): SearchIndex {
  const insert = `insert into ${index} (brand_id, id, words)
    select brand_id, id, array_to_tsvector(string_to_array(words, ' '))
      from unnest(cast(? as uuid[]), cast(? as uuid[]), cast(? as text[])) as t (brand_id, id, words)
    on conflict (brand_id, id) do update set words = excluded.words`;

  const matching = `${index} where words @@ cast(? as tsquery)`;

  const put: SearchIndex['addNewest'] = async (entries) => {
    if (entries.length === 0) return;
    const columns = [
      entries.map(({ brandId }) => brandId),
      entries.map(({ id }) => id),
      entries.map(({ brandId, words }) => taggedWords(brandId, words)),
    ];
    await db.run(insert, ...columns);
  };

  return {
    addNewest: put,
    replace: put,
    async remove(records) {
      const ids = [records.map(({ brandId }) => brandId), records.map(({ id }) => id)];
      await db.run(
        `delete from ${index} where (brand_id, id) in
          (select * from unnest(cast(? as uuid[]), cast(? as uuid[])))`,
        ...ids,
      );
    },
    finder: {
      by: 'matches',
      // Counts up to `most` + 1. Broad words alone count as more.
      async countMatches(brandId, words, most) {
        const narrow = words.filter((word) => !isBroad(word));
        if (narrow.length === 0) return most + 1;
        const row = await db.first<{ count: number }>(
          `select count(*) as count from (select 1 from ${matching} limit ${most + 1}) s`,
          matchQueryFor(brandId, narrow),
        );
        return row!.count;
      },
      // `offset 0` makes PostgreSQL match the words first. Otherwise it may walk the whole list and
      // look up the words of each record.
      addMatches(sql, alias, brandId, words) {
        const broad = words.filter(isBroad);
        const narrow = words.filter((word) => !isBroad(word));
        sql.add(`(select brand_id, id from ${matching}`, matchQueryFor(brandId, narrow));
        // An expression that no index has: it filters the matches of the other words.
        if (broad.length > 0) {
          sql.add(` and (words || '') @@ cast(? as tsquery)`, matchQueryFor(brandId, broad));
        }
        sql.add(
          ` offset 0) s
              join ${table} ${alias} on ${alias}.brand_id = s.brand_id and ${alias}.id = s.id`,
        );
      },
    },
    // Updated by vacuum and analyze, which is close enough.
    async size() {
      const row = await db.first<{ size: number }>(
        `select reltuples::bigint as size from pg_class where oid = '${table}'::regclass`,
      );
      return Math.max(0, row!.size);
    },
  };
}

/**
 * A single letter is the prefix of so many words that the index would read much of the brand before
 * it returns a match.
 */
function isBroad(word: string): boolean {
  const [[term]] = queryTerms(word) as [[ReturnType<typeof queryTerms>[number][number]]];
  return term.isPrefix && /^[a-z\d]$/.test(term.letters);
}

function matchQueryFor(brandId: string, words: readonly string[]): string {
  const tag = tagOf(brandId);
  const alternatives = words.map((word) =>
    queryTerms(word).map((terms) =>
      terms.map(({ letters, isPrefix }) => `'${tag}${letters}'${isPrefix ? ':*' : ''}`).join(' & '),
    ),
  );
  return alternatives.map((each) => `(${each.join(' | ')})`).join(' & ');
}
