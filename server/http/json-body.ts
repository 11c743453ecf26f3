// Bodies are read as text first: the text is kept with the lead, and looked at before it is parsed.
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonDepthMax } from '#contract/limits.ts';
import { isNestedDeeperThan } from '#core/json-depth.ts';
import { ApiError } from './api-error.ts';

export interface JsonBody {
  text: string;
  value: unknown;
}

export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => parseJsonBody(textOf(bytes)),
  );
}

// Other encodings would be stored with a question mark for every letter that is not ASCII.
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ApiError(400, ['body must be encoded in UTF-8']);
  const text = bytes.toString('utf8');
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

const byteOrderMark = '\ufeff';

function parseJsonBody(text: string): JsonBody {
  if (text.trim() === '') throw new ApiError(400, ['body must be a JSON object, got nothing']);
  if (isNestedDeeperThan(text, jsonDepthMax)) {
    throw new ApiError(400, [`body must not be nested deeper than ${jsonDepthMax} levels`]);
  }
  try {
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    throw new ApiError(400, [`body must be valid JSON: ${(cause as Error).message}`], { cause });
  }
}
