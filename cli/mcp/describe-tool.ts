import type { TSchema } from 'typebox';
import type { Tool as Described } from '@modelcontextprotocol/server';
import type { Tool } from './tool.ts';

/** A tool as the protocol shows it. */
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
    // A newer service may answer values that are not in the lists yet.
    outputSchema: plain(output, [...foreign, 'enum']),
    annotations: { ...annotations, openWorldHint: false },
  };
}

// The names by which schemas refer to each other elsewhere, and samples: assistants pay by the word.
const foreign = ['$id', 'examples'];

function plain(schema: TSchema, without: readonly string[] = foreign): Described['inputSchema'] {
  return JSON.parse(
    JSON.stringify(schema, (name, value) => (without.includes(name) ? undefined : value)),
  );
}
