// Translates statements with `?` and their values for PostgreSQL. The type of each parameter is
// read from the database once per statement, so queries need no casts.
import type { QueryConfig } from 'pg';
import { bindable } from './values.ts';

/** Runs SQL without a prepared statement. */
export type RunScript = (script: string) => Promise<{ rows: Record<string, unknown>[] }[]>;

interface Reading {
  text: string;
  /** How many values each placeholder takes; a list becomes one array. */
  counts: readonly (1 | { list: number })[];
}

interface Known {
  name: string | undefined;
  types: readonly MarkType[];
  /** The text of the statement for many sets of values, once requested. */
  forEach?: string;
}

export interface MarkType {
  /** The type's OID. */
  id: number;
  name: string;
}

const probeName = 'vakwerk_probe';
const readingsMax = 2_000;
const namesMax = 300;
const searchOperator = '@@';

export class StatementTypes {
  readonly #readings = new Map<string, Reading>();
  readonly #known = new Map<string, Known>();
  readonly #names = new Map<string, string>();

  /** Returns the statement ready to be sent; `run` is called for a new statement only. */
  async prepare(sql: string, values: readonly unknown[], run: RunScript): Promise<QueryConfig> {
    const { text, counts } = this.#read(sql);
    const known = this.#known.get(text) ?? (await this.#learn(text, counts.length, run));
    let at = 0;
    return {
      ...(known.name !== undefined && { name: known.name }),
      text,
      values: counts.map((count, index) =>
        count === 1
          ? bindable(values[at++], known.types[index]!.id)
          : bindable(values.slice(at, (at += count.list)), known.types[index]!.id),
      ),
    };
  }

  /** A statement that runs the given select for each set of values. */
  async prepareForEach(
    sql: string,
    sets: readonly (readonly unknown[])[],
    run: RunScript,
  ): Promise<QueryConfig> {
    const { text, counts } = this.#read(sql);
    const known = this.#known.get(text) ?? (await this.#learn(text, counts.length, run));
    const { types } = known;
    const forEach = (known.forEach ??= selectForEach(text, types));
    const name = this.nameOf(forEach);
    return {
      ...(name !== undefined && { name }),
      text: forEach,
      values: types.map(({ id }, index) => sets.map((values) => bindable(values[index], id))),
    };
  }

  async typesOf(
    sql: string,
    run: RunScript,
  ): Promise<{ text: string; types: readonly MarkType[] }> {
    const { text, counts } = this.#read(sql);
    return { text, ...(this.#known.get(text) ?? (await this.#learn(text, counts.length, run))) };
  }

  /** The name of the prepared statement, the same on all connections. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    // A connection keeps prepared statements for life, so only the first few hundred get a name.
    if (known !== undefined || this.#names.size >= namesMax) return known;
    // A search is planned each time: a generic plan would ignore whether its words are rare.
    if (text.includes(searchOperator)) return undefined;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  #read(sql: string): Reading {
    const read = this.#readings.get(sql) ?? readStatement(sql);
    if (this.#readings.size >= readingsMax) this.#readings.clear();
    this.#readings.set(sql, read);
    return read;
  }

  async #learn(text: string, count: number, run: RunScript): Promise<Known> {
    const types = count === 0 ? [] : await askTypes(text, run);
    const known = { types, name: this.nameOf(text) };
    if (this.#known.size >= readingsMax) this.#known.clear();
    this.#known.set(text, known);
    return known;
  }
}

async function askTypes(text: string, run: RunScript): Promise<MarkType[]> {
  const results = await run(`prepare ${probeName} as ${text};
    select parameter_types::oid[]::text[] as ids, parameter_types::text[] as names
      from pg_prepared_statements where name = '${probeName}';
    deallocate ${probeName}`);
  const { ids, names } = results[1]!.rows[0] as { ids: string[]; names: string[] };
  return ids.map((id, index) => ({ id: Number(id), name: names[index]! }));
}

// `offset 0` keeps the planner from flattening the subquery, so it runs once for each set, by its
// own index. A join could read a whole table that has grown since it was planned.
function selectForEach(text: string, types: readonly MarkType[]): string {
  const arrays = types.map(({ name }, index) => `$${index + 1}::${name}[]`);
  const names = types.map((_, index) => `v${index + 1}`);
  const select = text.replaceAll(/\$(\d+)/g, (_, number: string) => `given.v${number}`);
  return `select found.* from unnest(${arrays.join(', ')}) as given (${names.join(', ')})
    cross join lateral (${select} offset 0) as found`;
}

// A list of placeholders becomes one array: each length would be a statement of its own, to be
// planned on every connection. No statement of ours uses a question mark otherwise.
const marks = /(\bnot in|\bin) \((\?(?:, \?)*)\)|\?/g;

function readStatement(sql: string): Reading {
  const counts: Reading['counts'][number][] = [];
  const text = sql.replaceAll(marks, (_, operator?: string, list?: string) => {
    counts.push(list === undefined ? 1 : { list: list.split(',').length });
    const mark = `$${counts.length}`;
    if (operator === undefined) return mark;
    return operator === 'in' ? `= any(${mark})` : `<> all(${mark})`;
  });
  return { text, counts };
}
