import type { Database } from '../database.ts';

// A sequential scan of so many rows costs no more than an index scan.
const changesMin = 200;

/**
 * Analyzes tables in which at least 200 rows, and more than half, were written since the last
 * analyze. A prepared statement keeps its generic plan until its
 * tables are analyzed. Planned on a table of one page it is a sequential scan, which gets slower as
 * an import fills the table. Autovacuum would analyze it too, up to a minute later.
 */
export async function refreshStatistics(db: Pick<Database, 'all' | 'execute'>): Promise<void> {
  const grown = await db.all<{ name: string }>(
    `select quote_ident(relname) as name from pg_stat_user_tables
      where schemaname = current_schema() and relname not in ('rate_windows', 'list_changes')
        and n_mod_since_analyze > greatest(?, n_live_tup / 2)`,
    changesMin,
  );
  for (const { name } of grown) await db.execute(`analyze (skip_locked) ${name}`);
}
