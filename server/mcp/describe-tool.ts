import type { TSchema } from 'typebox';
import type { Tool as Described } from '@modelcontextprotocol/server';
import type { Tool } from './tool.ts';

/** Converts a tool to its description in the protocol. */
export function describeTool({
  name,
  title,
  description,
  input,
  output,
  annotations,
}: Tool): Described {
  return {
    name,
    title,
    description,
    inputSchema: { ...plain(input), additionalProperties: false },
    // A newer service may return values that are not in the enums yet.
    outputSchema: plain(output, [...omitted, 'enum']),
    annotations: { ...annotations, openWorldHint: false },
  };
}

// Schema ids and examples only cost tokens here.
const omitted = ['$id', 'examples'];

function plain(schema: TSchema, without: readonly string[] = omitted): Described['inputSchema'] {
  const text = JSON.stringify(schema, (name, value) =>
    without.includes(name) ? undefined : value,
  );
  return JSON.parse(text, (_, value) => (Array.isArray(value?.type) ? split(value) : value));
}

// Some assistants know schemas with one type only: one that lists types is refused, or ignored.
function split({
  type: types,
  description,
  ...rules
}: Record<string, unknown> & { type: string[] }): object {
  const anyOf = types.map((type) => (type === 'null' ? { type } : { type, ...rules }));
  return { ...(description !== undefined && { description }), anyOf };
}
