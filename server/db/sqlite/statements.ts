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

  all<Row>(sql: string, values: readonly unknown[]): Row[] {
    try {
      return this.#prepare(sql).all(...values.map(bindable)) as Row[];
    } catch (error) {
      throw asEngineFault(error);
    }
  }

  run(sql: string, values: readonly unknown[]): number {
    return this.runEach(sql, [values]);
  }

  /** The same statement for each set of values. */
  runEach(sql: string, sets: readonly (readonly unknown[])[]): number {
    let changes = 0;
    try {
      const statement = this.#prepare(sql);
      // The search index leaves row ids behind that a number cannot hold.
      statement.setReadBigInts(true);
      for (const values of sets) changes += Number(statement.run(...values.map(bindable)).changes);
    } catch (error) {
      throw asEngineFault(error);
    }
    return changes;
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
function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'object' && value !== null) {
    throw new TypeError('an object cannot be a value in a statement');
  }
  if (value === undefined) throw new TypeError('a value in a statement is undefined');
  return value as SQLInputValue;
}
