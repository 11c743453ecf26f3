// Building blocks of the schemas.
import { type Static, Type, type TSchema, type TUnsafe } from 'typebox';
import { tagLengthMax, tagsMax } from './limits.ts';

export const Id = (description: string) =>
  Type.String({ description, examples: ['019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69'] });

export const Timestamp = (description?: string) =>
  Type.String({
    format: 'date-time',
    examples: ['2026-11-15T09:30:00.000Z'],
    ...(description && { description }),
  });

/** A type with null, or for lists and records, which have a name, a union with null. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const { description, ...value } = schema as S & { description?: string };
  if ('type' in schema && typeof schema.type === 'string' && !isNamed(schema)) {
    return Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] });
  }
  return Type.Unsafe<Static<S> | null>({ anyOf: [value, { type: 'null' }], description });
}

function isNamed(schema: TSchema): boolean {
  return 'enum' in schema || ('type' in schema && schema.type === 'object');
}

/** A closed list. With a name it is a schema of its own in the OpenAPI document. */
export function oneOf<const V extends readonly string[]>(
  values: V,
  description: string,
  options: { $id?: string } = {},
): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ ...options, type: 'string', enum: [...values], description });
}

/** A field with values of a named list. */
export function fieldOf<S extends TSchema>(
  list: S,
  description: string,
  options: { default?: string } = {},
): TUnsafe<Static<S>> {
  return Type.Unsafe<Static<S>>({ ...list, description, ...options });
}

export const nullableText = (maxLength: number, description: string) =>
  nullable(Type.String({ maxLength, description }));

export const tags = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: tagLengthMax }), {
    maxItems: tagsMax,
    description,
  });

export const nullableTags = nullable(tags('Labels; replaces the whole list'));
