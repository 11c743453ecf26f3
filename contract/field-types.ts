// Building blocks of the schemas. Nullable is `type: [T, "null"]`, because a union with null serialises
// far slower and reports every branch for one invalid value.
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

export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  if ('type' in schema && typeof schema.type === 'string' && schema.type !== 'object') {
    const choices = 'enum' in schema && Array.isArray(schema.enum) && [...schema.enum, null];
    return Type.Unsafe<Static<S> | null>({
      ...schema,
      type: [schema.type, 'null'],
      ...(choices && { enum: choices }),
    });
  }
  return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] });
}

export function oneOf<const V extends readonly string[]>(
  values: V,
  description: string,
  options: { default?: V[number] } = {},
): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], description, ...options });
}

export const nullableText = (maxLength: number, description: string) =>
  nullable(Type.String({ maxLength, description }));

export const nullableTags = nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: tagLengthMax }), {
    maxItems: tagsMax,
    description: 'Labels; replaces the whole list',
  }),
);
