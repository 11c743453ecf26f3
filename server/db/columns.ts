// Fields are named as in the program, columns as is usual in SQL: brandId and brand_id.
import type { TableName, Tables } from './tables.ts';

export type Field<T extends TableName> = keyof Tables[T] & string;

/** The columns of a select, each under the name of its field. */
export function columns<T extends TableName>(
  _table: T,
  fields: readonly Field<T>[],
  alias?: string,
): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return fields.map((field) => `${prefix}${columnName(field)} as "${field}"`).join(', ');
}

const names = new Map<string, string>();

export function columnName(field: string): string {
  let name = names.get(field);
  if (name === undefined) {
    name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    names.set(field, name);
  }
  return name;
}

/** At the end of an insert: a row takes the place of the one with the same key. */
export function replacing(key: readonly string[], fields: readonly string[]): string {
  const others = fields.filter((field) => !key.includes(field)).map(columnName);
  return ` on conflict (${key.map(columnName).join(', ')})
    do update set ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

/** Marks for a list of values: `?, ?, ?`. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
