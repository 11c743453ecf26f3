import type { Database } from '../database.ts';

const changesMin = 1_000;

/**
 * PostgreSQL looks at its tables once a minute. In the first minute of a new installation, or of an import,
 * that is too late: plans are kept that were made for empty tables.
 */
export async function refreshStatistics(db: Pick<Database, 'all' | 'execute'>): Promise<void> {
  const grown = await db.all<{ name: string }>(
    `select quote_ident(relname) as name from pg_stat_user_tables
      where schemaname = current_schema() and relname <> 'rate_windows'
        and n_mod_since_analyze > greatest(?, n_live_tup / 2)`,
    changesMin,
  );
  for (const { name } of grown) await db.execute(`analyze (skip_locked) ${name}`);
}
