// Turns a statement with `?` into one that PostgreSQL reads, and values into what its columns take. Which
// type each value has to be is asked of the database itself, once for each statement: so the queries
// need not say it.
import type { QueryConfig } from 'pg';
import { bindable } from './values.ts';

/** Runs SQL on some connection, without named statements. */
export type RunScript = (script: string) => Promise<{ rows: Record<string, unknown>[] }[]>;

interface Known {
  text: string;
  name: string;
  /** The object id of each value's type. */
  types: readonly number[];
}

const probeName = 'vakwerk_probe';

export class StatementTypes {
  readonly #known = new Map<string, Known>();
  readonly #names = new Map<string, string>();

  /** The statement, ready to be sent; `run` is used when it is seen for the first time. */
  async prepare(sql: string, values: readonly unknown[], run: RunScript): Promise<QueryConfig> {
    const known = this.#known.get(sql) ?? (await this.#learn(sql, values.length, run));
    return {
      name: known.name,
      text: known.text,
      values: values.map((value, index) => bindable(value, known.types[index]!)),
    };
  }

  async #learn(sql: string, count: number, run: RunScript): Promise<Known> {
    const text = withNumberedMarks(sql);
    const types = count === 0 ? [] : await askTypes(text, run);
    const known = { text, types, name: this.nameOf(text) };
    this.#known.set(sql, known);
    return known;
  }

  /** Under which a connection keeps the statement; the same on all of them. */
  nameOf(text: string): string {
    const name = this.#names.get(text) ?? `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

async function askTypes(text: string, run: RunScript): Promise<number[]> {
  const results = await run(`prepare ${probeName} as ${text};
    select parameter_types::oid[]::text[] as types from pg_prepared_statements
      where name = '${probeName}';
    deallocate ${probeName}`);
  return (results[1]!.rows[0]!['types'] as string[]).map(Number);
}

// No statement of ours has a question mark for anything else.
function withNumberedMarks(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${++count}`);
}
