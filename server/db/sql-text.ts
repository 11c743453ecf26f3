// A builder for SQL whose parts depend on the request.
import { marks } from './columns.ts';

export class SqlText {
  text = '';
  readonly values: unknown[] = [];

  /** Adds SQL; each `?` in it takes the next value. */
  add(sql: string, ...values: unknown[]): this {
    this.text += sql;
    this.values.push(...values);
    return this;
  }

  /** Adds `column in (…)`, or `column = …` for one value, which keeps the order of an index. */
  addAnyOf(column: string, asked: readonly unknown[]): this {
    const values = [...new Set(asked)];
    return values.length === 1
      ? this.add(` and ${column} = ?`, values[0])
      : this.add(` and ${column} in (${marks(values)})`, ...values);
  }
}
