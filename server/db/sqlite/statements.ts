// Prepared statements on one connection, kept for the next use. Engine faults become
// DatabaseUnavailable on the way out.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { asEngineFault } from './faults.ts';

const statementsMax = 500;

export class Statements {
  readonly #database: DatabaseSync;
  readonly #rowsAs: 'objects' | 'arrays';
  readonly #kept = new Map<string, StatementSync>();

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

  /** What the same statement finds for each set of values. */
  allEach<Row>(sql: string, sets: readonly (readonly unknown[])[]): Row[] {
    if (sets.length === 0) return [];
    try {
      const statement = this.#prepare(sql);
      return sets.flatMap((values) => statement.all(...bindable(values)) as Row[]);
    } catch (error) {
      throw asEngineFault(error);
    }
  }

  /** Returns how many rows it changed. */
  run(sql: string, values: readonly unknown[]): number {
    try {
      const statement = this.#prepare(sql);
      // The search index leaves row ids behind that a number cannot hold.
      statement.setReadBigInts(true);
      return Number(statement.run(...bindable(values)).changes);
    } catch (error) {
      throw asEngineFault(error);
    }
  }

  /** The same statement for each set of values. Asked for a row that is not there: a count would be made each time. */
  runEach(sql: string, sets: readonly (readonly unknown[])[]): void {
    try {
      const statement = this.#prepare(sql);
      for (const values of sets) statement.get(...bindable(values));
    } catch (error) {
      throw asEngineFault(error);
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#kept.get(sql);
    if (!statement) {
      if (this.#kept.size >= statementsMax) this.#kept.clear();
      statement = this.#database.prepare(sql);
      if (this.#rowsAs === 'arrays') statement.setReturnArrays(true);
      this.#kept.set(sql, statement);
    }
    return statement;
  }
}

// A boolean is refused by the engine, and an object as first value would bind as named parameters.
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
