// Inspects a PostgreSQL database without changing it: is it ours, and which version does it have?
import type { Database } from '../database.ts';
import { migrations } from '../migrate.ts';

interface PostgresFacts {
  tables: ReadonlySet<string>;
  isVakwerk: boolean;
  /** The number of the last migration; 0 without one. */
  version: number;
}

export async function inspectPostgres(db: Pick<Database, 'all'>): Promise<PostgresFacts> {
  const named = await db.all<{ name: string }>(
    // Tables of extensions do not count.
    `select relname as name from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  const tables = new Set(named.map(({ name }) => name));
  if (!tables.has('migrations')) return { tables, isVakwerk: false, version: 0 };
  // Through jsonb, because another program's `migrations` table has other columns.
  const steps = await db.all<{ number: string | null; name: string | null }>(
    `select to_jsonb(m) ->> 'number' as number, to_jsonb(m) ->> 'name' as name from migrations m`,
  );
  // Left by a start that was interrupted before its first migration.
  if (steps.length === 0) tables.delete('migrations');
  const numbers = steps.map(({ number }) => Number(number));
  const first = migrations[0]!;
  if (steps[numbers.indexOf(first.number)]?.name !== first.name) {
    return { tables, isVakwerk: false, version: 0 };
  }
  return { tables, isVakwerk: true, version: Math.max(...numbers) };
}
