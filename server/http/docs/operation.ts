// How a route describes itself: its parameters as the JSON schemas that Fastify knows, its body and its
// answers in OpenAPI's own notation.
import { type Answer, headers, type JsonContent, type Reference } from './answer.ts';
import { callerHeaders } from './headers.ts';
import type { ErrorName } from './errors.ts';

/** Copied into the operation by the document, see `open-api.ts`. */
export interface BodyAndAnswers {
  'x-request-body'?: { required: true; description: string; content: JsonContent };
  'x-responses': Record<number, Answer | Reference>;
}

// What every operation can answer, whatever it does.
const everywhere: Record<number, ErrorName> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'RequestTimeout',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'Unavailable',
};

export function responses(
  successes: Record<number, Answer>,
  errors: Record<number, ErrorName>,
): BodyAndAnswers['x-responses'] {
  const referred = Object.entries({ ...everywhere, ...errors }).map(([status, name]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return { ...successes, ...Object.fromEntries(referred) };
}

/** To who has that version already. */
export const notModified: Answer = {
  description: 'You have it already',
  headers: headers(...callerHeaders, 'ETag'),
};
