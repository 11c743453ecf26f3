// SQL put together from pieces, for the lists: which pieces there are depends on the request.
import { marks } from './columns.ts';

export class SqlText {
  text = '';
  readonly values: unknown[] = [];

  /** Adds a piece; each `?` in it takes the next value. */
  add(piece: string, ...values: unknown[]): this {
    this.text += piece;
    this.values.push(...values);
    return this;
  }

  /** Adds `column in (…)`, or `column = …` for one value, which lets an index keep its order. */
  addAnyOf(column: string, asked: readonly unknown[]): this {
    const values = [...new Set(asked)];
    return values.length === 1
      ? this.add(` and ${column} = ?`, values[0])
      : this.add(` and ${column} in (${marks(values)})`, ...values);
  }
}
