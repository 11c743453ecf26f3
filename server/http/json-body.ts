// Bodies are read as text first: the text is kept with the lead, and looked at before it is parsed.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyBytesMax, jsonDepthMax, jsonFieldsMax, jsonValuesMax } from '#contract/limits.ts';
import { limitExceededBy } from '#core/reading/json-limits.ts';
import { ApiError } from './refusals/api-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that takes more fields and items than others. */
    jsonValuesMax?: number;
    /** The log keeps a refused body of this route, whatever its content type. */
    keepsRefusedBody?: boolean;
  }
  interface FastifyRequest {
    /** The body as text, also one that could not be read. */
    sentText: string | null;
  }
}

interface JsonBody {
  text: string;
  value: unknown;
}

export function acceptJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('sentText', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      refusePacked(request);
      request.sentText = bytes.toString('utf8');
      const valuesMax = request.routeOptions.config.jsonValuesMax ?? jsonValuesMax;
      return parseJsonBody(textOf(bytes, request.sentText), valuesMax);
    },
  );
  // Forms that send no JSON bring a lead all the same: it is refused, and kept in the log of requests.
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { keepsRefusedBody } = request.routeOptions.config;
    if (keepsRefusedBody) request.sentText = await firstTextOf(payload);
    throw new ApiError(415, 'Content-Type must be application/json');
  });
}

function refusePacked({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw new ApiError(415, 'Content-Encoding is not supported: send the body as it is');
}

/** Null when it is longer than a body may be. */
async function firstTextOf(payload: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > bodyBytesMax) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The body of a request that needs one. */
export function jsonBodyOf({ body }: FastifyRequest): JsonBody {
  if (body === undefined || body === null) {
    throw new ApiError(400, ['body must be a JSON object, got nothing']);
  }
  return body as JsonBody;
}

// Other encodings would be stored with a question mark for every letter that is not ASCII.
function textOf(bytes: Buffer, text: string): string {
  if (!isUtf8(bytes)) throw new ApiError(400, ['body must be encoded in UTF-8']);
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

const byteOrderMark = '\ufeff';

const refusalsOfLimits = {
  depth: () => `body must not be nested deeper than ${jsonDepthMax} levels`,
  fields: () => `body must have at most ${jsonFieldsMax} fields in one object`,
  values: (most: number) => `body must have at most ${most} fields and items in all`,
};

// Many clients announce JSON in every call, also in those that have no body.
function parseJsonBody(text: string, valuesMax: number): JsonBody | undefined {
  if (text.trim() === '') return undefined;
  const exceeded = limitExceededBy(text, {
    depthMax: jsonDepthMax,
    fieldsMax: jsonFieldsMax,
    valuesMax,
  });
  if (exceeded !== null) throw new ApiError(400, [refusalsOfLimits[exceeded](valuesMax)]);
  try {
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    throw new ApiError(400, [`body must be valid JSON: ${(cause as Error).message}`], { cause });
  }
}
