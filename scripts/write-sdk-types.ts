// Generates sdk/src/types.ts, the types of the client, from openapi.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  const?: string;
  pattern?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  format?: string;
  description?: string;
}

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { in: string; name: string; description: string; schema: Schema }[];
}

interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
}

// Names that clash with global TypeScript types.
const renamed: Record<string, string> = { Error: 'ErrorBody', Event: 'EventRecord' };

export function sdkTypes(document: Document): string {
  const { schemas } = document.components;
  const write = new TypeWriter(schemas);
  const parts = [
    '// Made from openapi.json by scripts/write-sdk-types.ts: change the contract, not this file.\n',
    ...Object.entries(schemas).flatMap(([name, schema]) => write.named(name, schema)),
    ...Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .flatMap((operation) => write.query(operation)),
  ];
  return parts.join('\n');
}

class TypeWriter {
  readonly #schemas: Record<string, Schema>;

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  named(name: string, schema: Schema): string[] {
    const page = /^(\w+)Page$/.exec(name)?.[1];
    if (page === undefined) return [this.record(name, schema)];
    // list.ts has one generic type for pages, but the records of a page may have no name elsewhere.
    const { items } = schema.properties!['data']!;
    return items?.properties ? [this.record(`Listed${page}`, items)] : [];
  }

  record(name: string, schema: Schema): string {
    const written = renamed[name] ?? name;
    if (!schema.properties) {
      const union = schema.enum?.map(literal) ?? schema.oneOf?.map((one) => this.type(one, ''));
      const type = union ? union.map(onLine).join('') : ` ${this.type(schema, '')}`;
      return `${comment(schema.description)}export type ${written} =${type};\n`;
    }
    const base = this.#baseOf(name, schema);
    const inherited = base?.[1].properties ?? {};
    const own = Object.entries(schema.properties).filter(
      ([field, one]) => !isDeepStrictEqual(one, inherited[field]),
    );
    const heading = base ? `${written} extends ${renamed[base[0]] ?? base[0]}` : written;
    const fields = this.#fields(own, schema.required, '  ');
    return `${comment(schema.description)}export interface ${heading} {\n${fields}}\n`;
  }

  /** The query parameters of an operation, if it has any. */
  query({ operationId, summary, parameters = [] }: Operation): string[] {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    // The client has a method of its own for this parameter.
    if (inQuery.length === 0 || operationId === 'eraseCustomer') return [];
    const fields = inQuery.map(({ name, description, schema }) => {
      // A list may also be one comma-separated text; the client takes one value or a list.
      const items = schema.anyOf?.find((one) => one.items)?.items;
      const type = items
        ? `${this.#queryType(items)} | ${this.#listOf(items)}`
        : this.#queryType(schema);
      return `${comment(description, '  ')}  ${name}?: ${type} | undefined;\n`;
    });
    const name = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Query`;
    return [`${comment(summary)}export interface ${name} {\n${fields.join('')}}\n`];
  }

  type(schema: Schema, indent: string): string {
    if (schema.$ref) return nameIn(schema.$ref);
    if (schema.anyOf) return unionOf(schema.anyOf.map((one) => this.#alternative(one, indent)));
    if (schema.const !== undefined) return literal(schema.const);
    const types = [schema.type ?? 'unknown'].flat();
    return types.map((type) => this.#oneType(type, schema, indent)).join(' | ');
  }

  /** Blank text, or a value with spaces around it, is the empty text to a program. */
  #alternative(schema: Schema, indent: string): string {
    return schema.pattern ? literal('') : this.type(schema, indent);
  }

  #oneType(type: string, schema: Schema, indent: string): string {
    switch (type) {
      case 'integer':
        return 'number';
      case 'array':
        return arrayOf(this.type(schema.items!, indent));
      case 'object':
        return this.#object(schema, indent);
      default:
        return type;
    }
  }

  #object({ properties, required, additionalProperties }: Schema, indent: string): string {
    if (properties) {
      return `{\n${this.#fields(Object.entries(properties), required, `${indent}  `)}${indent}}`;
    }
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `Record<string, ${this.type(values, indent)}>`;
  }

  #fields(fields: [string, Schema][], required: string[] = [], indent: string): string {
    return fields
      .map(([name, schema]) => {
        const type = this.type(schema, indent);
        const field = required.includes(name)
          ? `${name}: ${type}`
          : `${name}?: ${type} | undefined`;
        return `${comment(schema.description, indent)}${indent}${field};\n`;
      })
      .join('');
  }

  /** The client also takes a Date for a time in a query. */
  #queryType(schema: Schema): string {
    return schema.format === 'date-time' ? 'string | Date' : this.type(schema, '  ');
  }

  #listOf(items: Schema): string {
    return `readonly ${arrayOf(this.type(items, '  '))}`;
  }

  /** The largest record whose fields this one has too, or one value of their lists. */
  #baseOf(name: string, { properties = {} }: Schema): [string, Schema] | undefined {
    const isIn = (other: Schema) =>
      Object.entries(other.properties ?? {}).every(
        ([field, schema]) =>
          isDeepStrictEqual(properties[field], schema) ||
          this.#isValueOf(properties[field], schema),
      );
    const size = (schema: Schema) => Object.keys(schema.properties ?? {}).length;
    return (
      Object.entries(this.#schemas)
        .filter(([other, schema]) => other !== name && schema.properties?.['id'] && isIn(schema))
        // A receipt is no kind of record.
        .filter(([other]) => !other.endsWith('Receipt'))
        .filter(([, schema]) => size(schema) < Object.keys(properties).length)
        .sort(([, one], [, other]) => size(other) - size(one))[0]
    );
  }

  #isValueOf(field: Schema | undefined, { $ref }: Schema): boolean {
    const list = $ref && this.#schemas[$ref.split('/').at(-1)!]?.enum;
    return Boolean(list && field?.const !== undefined && list.includes(field.const));
  }
}

function nameIn(reference: string): string {
  const name = reference.split('/').at(-1)!;
  return renamed[name] ?? name;
}

/** Without blank text where any text is taken. */
function unionOf(types: readonly string[]): string {
  return types.filter((type) => type !== "''" || !types.includes('string')).join(' | ');
}

function literal(value: string): string {
  return `'${value}'`;
}

function onLine(type: string): string {
  return `\n  | ${type}`;
}

function arrayOf(type: string): string {
  return /^\w+$/.test(type) ? `${type}[]` : `(${type})[]`;
}

function comment(text: string | undefined, indent = ''): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

export const sdkTypesFile = join(import.meta.dirname, '..', 'sdk', 'src', 'types.ts');
export const openApiFile = join(import.meta.dirname, '..', 'openapi.json');

if (import.meta.main) {
  writeFileSync(sdkTypesFile, sdkTypes(JSON.parse(readFileSync(openApiFile, 'utf8'))));
}
