// Full-text search on PostgreSQL: the words of each record stand in a table beside it. As on SQLite every
// word is stored behind a tag of its brand, so that a search reads only the brand's own words.
import { splitQueryWord } from '#core/search/search-words.ts';
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
    finder: {
      by: 'matches',
      // More than so many are not counted. A broad word by itself is taken for more.
      async countMatches(brandId, words, most) {
        const narrow = words.filter((word) => !isBroad(word));
        if (narrow.length === 0) return most + 1;
        const row = await db.first<{ count: number }>(
          `select count(*) as count from (select 1 from ${matching} limit ${most + 1}) s`,
          matchQueryFor(brandId, narrow),
        );
        return row!.count;
      },
      // Behind "offset 0" the words come first. Left to choose, PostgreSQL may walk the list to its end and look up the
      // words of each.
      addMatches(sql, alias, brandId, words) {
        const broad = words.filter(isBroad);
        const narrow = words.filter((word) => !isBroad(word));
        sql.add(`(select brand_id, id from ${matching}`, matchQueryFor(brandId, narrow));
        // Of an expression, which no index has: each that has the other words is looked at.
        if (broad.length > 0) {
          sql.add(` and (words || '') @@ cast(? as tsquery)`, matchQueryFor(brandId, broad));
        }
        sql.add(
          ` offset 0) s
              join ${table} ${alias} on ${alias}.brand_id = s.brand_id and ${alias}.id = s.id`,
        );
      },
    },
    // Kept up to date by the server's own vacuum, which is near enough.
    async size() {
      const row = await db.first<{ size: number }>(
        `select reltuples::bigint as size from pg_class where oid = '${table}'::regclass`,
      );
      return Math.max(0, row!.size);
    },
  };
}

/** A single letter begins so many words that the index would read a good part of what the brand has before it counts any. */
function isBroad(word: string): boolean {
  const { letters, isPrefix } = splitQueryWord(word);
  return isPrefix && /^[a-z\d]$/.test(letters);
}

function matchQueryFor(brandId: string, words: readonly string[]): string {
  const tag = tagOf(brandId);
  const parts = words.map((word) => {
    const { letters, isPrefix } = splitQueryWord(word);
    return `'${tag}${letters}'${isPrefix ? ':*' : ''}`;
  });
  return parts.join(' & ');
}
