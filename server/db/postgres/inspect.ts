// Looks at a PostgreSQL database without changing it: is it ours, and of which version?
import type { Database } from '../database.ts';
import { migrations } from '../migrate.ts';

interface PostgresFacts {
  tables: ReadonlySet<string>;
  isVakwerk: boolean;
  /** The last migration step that was taken; 0 for a database without one. */
  version: number;
}

export async function inspectPostgres(db: Pick<Database, 'all'>): Promise<PostgresFacts> {
  const named = await db.all<{ name: string }>(
    // Without those that came with an extension.
    `select relname as name from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  const tables = new Set(named.map(({ name }) => name));
  if (!tables.has('migrations')) return { tables, isVakwerk: false, version: 0 };
  // By way of jsonb: other programs have a table of that name too, with columns of their own.
  const steps = await db.all<{ number: string | null; name: string | null }>(
    `select to_jsonb(m) ->> 'number' as number, to_jsonb(m) ->> 'name' as name from migrations m`,
  );
  // Left by a program that was interrupted before its first step.
  if (steps.length === 0) tables.delete('migrations');
  const numbers = steps.map(({ number }) => Number(number));
  const first = migrations[0]!;
  if (steps[numbers.indexOf(first.number)]?.name !== first.name) {
    return { tables, isVakwerk: false, version: 0 };
  }
  return { tables, isVakwerk: true, version: Math.max(...numbers) };
}
