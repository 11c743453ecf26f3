// Bodies are read as text first: the text is stored with the lead, and its limits are checked
// before parsing.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyBytesMax, jsonDepthMax, jsonFieldsMax, jsonValuesMax } from '#contract/limits.ts';
import { about, type FieldMessage } from '#core/reading/field-message.ts';
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
  app.addHook('onRequest', (request, _reply, done) => {
    ignoreUselessType(request);
    done();
  });
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
    const text = await textUpTo(payload, keepsRefusedBody ? bodyBytesMax : 0);
    if (text === '') return undefined;
    if (keepsRefusedBody) request.sentText = text;
    throw new ApiError(415, 'Content-Type must be application/json');
  });
}

// Many HTTP clients name a type although they send nothing; any will do. Fastify refuses a malformed
// type before a parser runs, so the body of a lead would not be logged.
function ignoreUselessType(request: FastifyRequest): void {
  const { headers, mediaType } = request;
  if (headers['content-length'] === '0' || mediaType === undefined) delete headers['content-type'];
}

export function refuseCompressed(request: FastifyRequest): void {
  if (!isCompressed(request)) return;
  throw new ApiError(415, 'Content-Encoding is not supported: send the body as it is');
}

export function isCompressed({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}

/** Null when the body is longer; the rest is then discarded. */
export async function textUpTo(payload: IncomingMessage, bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > bytesMax) {
      // Node discards only what nobody has begun to read.
      payload.resume();
      return null;
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Throws 400 when there is no body. */
export function jsonBodyOf({ body }: FastifyRequest): JsonBody {
  if (body === undefined || body === null) {
    throw new ApiError(400, [about('body', 'required', 'must be a JSON object, got nothing')]);
  }
  return body as JsonBody;
}

// Bytes in another encoding would be stored as replacement characters.
function textOf(bytes: Buffer, text: string): string {
  if (!isUtf8(bytes)) throw invalidJson(about('body', 'not_utf8', 'must be encoded in UTF-8'));
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

const byteOrderMark = '\ufeff';

const refusalsOfLimits = {
  depth: () =>
    about('body', 'too_deep', `must not be nested deeper than ${jsonDepthMax} levels`, {
      max: jsonDepthMax,
    }),
  fields: () =>
    about('body', 'too_many_fields', `must have at most ${jsonFieldsMax} fields in one object`, {
      max: jsonFieldsMax,
    }),
  values: (max: number) =>
    about('body', 'too_many_values', `must have at most ${max} fields and items in all`, { max }),
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
    const text = `must be valid JSON: ${(cause as Error).message}`;
    throw invalidJson(about('body', 'not_json', text), cause);
  }
}

function invalidJson(message: FieldMessage, cause?: unknown): ApiError {
  return new ApiError(400, [message], { code: 'invalid_json', cause });
}
