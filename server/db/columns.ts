// Maps field names to column names: brandId is brand_id.
import type { TableName, Tables } from './tables.ts';

export type Field<T extends TableName> = keyof Tables[T] & string;

/** The columns of a select, each aliased to its field name. */
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

/** The upsert clause of an insert: replaces the row with the same key. */
export function replacing(key: readonly string[], fields: readonly string[]): string {
  const others = fields.filter((field) => !key.includes(field)).map(columnName);
  return ` on conflict (${key.map(columnName).join(', ')})
    do update set ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

/** Placeholders for a list of values: `?, ?, ?`. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
