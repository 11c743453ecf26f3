// Reads bodies and queries by their schema; throws 400 with one message per wrong field or
// parameter.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { EmptyQuery } from '#contract/list-query.ts';
import { redactedFields, redactedParameters } from '#core/redact-personal-data.ts';
import { about, type FieldMessage } from '#core/reading/field-message.ts';
import { type BodyReading, readBody } from '#core/reading/read-body.ts';
import type { ObjectSchema } from '#core/reading/read-field.ts';
import { brokenParameters, readQuery } from '#core/reading/read-query.ts';
import { ApiError } from './refusals/api-error.ts';
import { jsonBodyOf } from './json-body.ts';

/** Reads the body of a route without query parameters. */
export function readBodyOf<Fields>(schema: TSchema, request: FastifyRequest): Fields {
  const { fields, messages } = bodyReadingOf<Fields>(schema, request);
  if (messages) throw new ApiError(400, messages);
  return fields;
}

/** The same, for routes with a check of their own before they refuse the body. */
export function bodyReadingOf<Fields>(
  schema: TSchema,
  request: FastifyRequest,
): BodyReading<Fields> {
  refuseParameters(request);
  const reading = readBody<Fields>(asObjectSchema(schema), jsonBodyOf(request).value);
  const { caller, routeOptions } = request;
  if (reading.messages || !caller?.isImpersonal) return reading;
  const { shows = 'personal' } = routeOptions.config;
  const closed = redactedFields(shows, Object.keys(reading.fields as object));
  if (closed.length === 0) return reading;
  return { messages: closed.map(notWithoutPersonalData) };
}

function notWithoutPersonalData(field: string): FieldMessage {
  const text = 'cannot be used with a key without personal data: leave it out';
  return about(field, 'personal_data', text);
}

/** The untrimmed text of a field: blanks around a password belong to it. */
export function typedText(request: FastifyRequest, field: string): string | undefined {
  return (jsonBodyOf(request).value as Record<string, string | undefined>)[field];
}

export function readQueryOf<Query = Record<string, unknown>>(
  schema: TSchema,
  request: FastifyRequest,
): Query {
  const sent = request.query as Record<string, unknown>;
  const broken = brokenParameters(request.url);
  if (broken.length > 0) throw new ApiError(400, broken);
  const { query, messages } = readQuery(asObjectSchema(schema), sent);
  if (messages) throw new ApiError(400, messages);
  const closed = request.caller?.isImpersonal ? redactedParameters(Object.keys(query)) : [];
  if (closed.length > 0) {
    throw new ApiError(400, closed.map(notWithoutPersonalData));
  }
  return query as Query;
}

/** For routes without query parameters. */
export function refuseParameters(request: FastifyRequest): void {
  readQueryOf(EmptyQuery, request);
}

// TypeBox types a schema by its value, and ours reads its JSON Schema properties.
function asObjectSchema(schema: TSchema): ObjectSchema {
  return schema as ObjectSchema;
}
