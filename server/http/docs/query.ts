// Query parameters as callers may send them: never blank, and lists also with commas in one value.
import { type TObject, type TSchema, Type } from 'typebox';

interface Parameter extends TSchema {
  type?: string;
  description?: string;
  items?: Parameter;
  maxItems?: number;
  enum?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

export function asQuery(query: TObject): TObject {
  const parameters = Object.entries<Parameter>(query.properties).map(([name, parameter]) => [
    name,
    parameter.items ? listOrText(parameter) : notBlank(parameter),
  ]);
  return { ...query, properties: Object.fromEntries(parameters) };
}

function listOrText({ description, items, maxItems, ...list }: Parameter): TSchema {
  const one = patternOf(items!);
  const pattern = `^${one}(?:,${one}){0,${maxItems! - 1}}$`;
  return Type.Unsafe({
    anyOf: [
      { ...list, items: notBlank(items!), maxItems },
      { type: 'string', pattern },
    ],
    description,
  });
}

function patternOf({ enum: values, pattern, maxLength }: Parameter): string {
  if (values) return `(?:${values.join('|').replaceAll('.', '\\.')})`;
  return pattern ? `(?:${pattern.replace(/^\^|\$$/g, '')})` : `[^,]{1,${maxLength}}`;
}

function notBlank(parameter: Parameter): Parameter {
  const isLimited = ['enum', 'format', 'pattern'].some((keyword) => keyword in parameter);
  if (isLimited || parameter.type !== 'string') return parameter;
  return { ...parameter, minLength: 1, pattern: '\\S' };
}
