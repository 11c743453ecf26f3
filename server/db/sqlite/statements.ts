// A cache of prepared statements for one connection. Converts errors of the engine.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { asEngineFault } from './faults.ts';

const statementsMax = 500;

export class Statements {
  readonly #database: DatabaseSync;
  readonly #rowsAs: 'objects' | 'arrays';
  readonly #cache = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, rowsAs: 'objects' | 'arrays') {
    this.#database = database;
    this.#rowsAs = rowsAs;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  all<Row>(sql: string, values: readonly unknown[]): Row[] {
    try {
      return this.#prepare(sql).all(...bindable(values)) as Row[];
    } catch (error) {
      throw asEngineFault(error);
    }
  }

  /** Runs a select for each set of values. */
  allEach<Row>(sql: string, sets: readonly (readonly unknown[])[]): Row[] {
    if (sets.length === 0) return [];
    try {
      const statement = this.#prepare(sql);
      return sets.flatMap((values) => statement.all(...bindable(values)) as Row[]);
    } catch (error) {
      throw asEngineFault(error);
    }
  }

  /** Returns the number of changed rows. */
  run(sql: string, values: readonly unknown[]): number {
    try {
      const statement = this.#prepare(sql);
      // The search index leaves a `lastInsertRowid` behind that a number cannot hold.
      statement.setReadBigInts(true);
      return Number(statement.run(...bindable(values)).changes);
    } catch (error) {
      throw asEngineFault(error);
    }
  }

  /**
   * Runs a statement for each set of values. `get` is cheaper than `run`, which builds a result
   * each time.
   */
  runEach(sql: string, sets: readonly (readonly unknown[])[]): void {
    try {
      const statement = this.#prepare(sql);
      for (const values of sets) statement.get(...bindable(values));
    } catch (error) {
      throw asEngineFault(error);
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#cache.get(sql);
    if (!statement) {
      if (this.#cache.size >= statementsMax) this.#cache.clear();
      statement = this.#database.prepare(sql);
      if (this.#rowsAs === 'arrays') statement.setReturnArrays(true);
      this.#cache.set(sql, statement);
    }
    return statement;
  }
}

// SQLite refuses booleans, and an object as first value would bind named parameters.
function bindable(values: readonly unknown[]): SQLInputValue[] {
  let hasBoolean = false;
  for (const value of values) {
    if (typeof value === 'boolean') hasBoolean = true;
    else if (value === undefined) throw new TypeError('a value in a statement is undefined');
    else if (typeof value === 'object' && value !== null) {
      throw new TypeError('an object cannot be a value in a statement');
    }
  }
  const bound = values as SQLInputValue[];
  return hasBoolean
    ? bound.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    : bound;
}
