// The column types, read from the catalog.
import type { RunScript } from './statements.ts';

export class ColumnTypes {
  #types = new Map<string, string>();

  async of(table: string, columns: readonly string[], run: RunScript): Promise<string[]> {
    const find = () => columns.map((column) => this.#types.get(`${table}.${column}`));
    if (find().includes(undefined)) this.#types = await readTypes(run);
    return find().map((type, index) => {
      if (type === undefined) throw new Error(`there is no column ${table}.${columns[index]}`);
      return type;
    });
  }
}

async function readTypes(run: RunScript): Promise<Map<string, string>> {
  const [result] = await run(`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and a.attnum > 0 and not a.attisdropped`);
  return new Map(result!.rows.map((row) => [String(row['name']), String(row['type'])]));
}
