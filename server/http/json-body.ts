// Bodies are read as text first: the text is stored with the lead, and its limits are checked
// before parsing.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyBytesMax, jsonDepthMax, jsonFieldsMax, jsonValuesMax } from '#contract/limits.ts';
import { limitExceededBy } from '#core/reading/json-limits.ts';
import { ApiError } from './refusals/api-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that accept more fields and items than the default. */
    jsonValuesMax?: number;
    /** The request log stores refused bodies of this route, whatever their content type. */
    keepsRefusedBody?: boolean;
  }
  interface FastifyRequest {
    /** The body as text, even if it was not valid. */
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
      refuseCompressed(request);
      request.sentText = bytes.toString('utf8');
      const valuesMax = request.routeOptions.config.jsonValuesMax ?? jsonValuesMax;
      return parseJsonBody(textOf(bytes, request.sentText), valuesMax);
    },
  );
  // A form that sends no JSON still carries a lead: it is refused, and stored in the request log.
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { keepsRefusedBody } = request.routeOptions.config;
    if (keepsRefusedBody) request.sentText = await firstTextOf(payload);
    throw new ApiError(415, 'Content-Type must be application/json');
  });
}

function refuseCompressed({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw new ApiError(415, 'Content-Encoding is not supported: send the body as it is');
}

/** Null when the body is too long. */
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

/** Throws 400 when there is no body. */
export function jsonBodyOf({ body }: FastifyRequest): JsonBody {
  if (body === undefined || body === null) {
    throw new ApiError(400, ['body must be a JSON object, got nothing']);
  }
  return body as JsonBody;
}

// Bytes in another encoding would be stored as replacement characters.
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

// Many clients send `Content-Type: application/json` with every request, even without a body.
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
