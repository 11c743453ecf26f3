import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { readBody } from '#core/read-body.ts';
import type { ObjectSchema } from '#core/read-field.ts';
import { ApiError } from './api-error.ts';
import { jsonBodyOf } from './json-body.ts';
import { refuseParameters } from './refuse-parameters.ts';

/** The body by its schema, of a request that takes no parameters; 400 with one message for each wrong field. */
export function readAppBody<Fields>(schema: TSchema, request: FastifyRequest): Fields {
  refuseParameters(request);
  const { value } = jsonBodyOf(request);
  const { fields, messages } = readBody<Fields>(schema as unknown as ObjectSchema, value);
  if (messages) throw new ApiError(400, messages);
  return fields;
}

/** A text exactly as it was typed, of a body that was read already: blanks around a password belong to it. */
export function typedText(request: FastifyRequest, field: string): string | undefined {
  return (jsonBodyOf(request).value as Record<string, string | undefined>)[field];
}
