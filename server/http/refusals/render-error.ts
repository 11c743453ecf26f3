// Where all failures come out, whether a rule, the framework or Node's parser refused the request: they
// leave in one form, and what is nobody else's business stays in the log.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { bodyBytesMax } from '#contract/limits.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import { cutMessage } from '#core/reading/cut-messages.ts';
import { DatabaseUnavailable, Overloaded } from '#db/database.ts';
import { ApiError, temporarilyUnavailable } from './api-error.ts';
import { noteOverload } from './overload-log.ts';

// An import would make Node load its client for HTTP too, which takes 2.5 MB.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

// They tell of what was to be sent. A browser would save the error as a file, keep it, or try to unpack it.
const headersOfContent = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-range',
  'etag',
];

export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const apiError = isTooLarge(error) ? tooLarge(request) : toApiError(error);
  const { statusCode } = apiError;
  if (statusCode === 413) readToTheEnd(request, reply);
  const cause = apiError.cause ?? apiError;
  if (cause instanceof Overloaded) noteOverload(request);
  else if (statusCode >= 500)
    request.log.error({ requestId: request.id, err: cause }, 'request failed');
  sendError(apiError, request, reply);
}

/** For refusals that are no failure of ours, and so leave the log no more than the line of the request. */
export function sendError(apiError: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode, headers } = apiError;
  request.refusal = apiError.publicMessage;
  for (const name of headersOfContent) void reply.removeHeader(name);
  void reply
    .code(statusCode)
    .headers({
      'cache-control': 'no-store',
      ...headers,
      // No hook has run for what the framework itself refuses.
      'x-request-id': request.id,
      'content-type': 'application/json; charset=utf-8',
    })
    .send(JSON.stringify(errorBody(statusCode, apiError.publicMessage)));
}

// Who is still sending would see the connection break, and never why.
function readToTheEnd(request: FastifyRequest, reply: FastifyReply): void {
  request.raw.resume();
  void reply.removeHeader('connection');
}

function isTooLarge(error: unknown): boolean {
  return (error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

function tooLarge({ routeOptions }: FastifyRequest): ApiError {
  const kib = (routeOptions.bodyLimit ?? bodyBytesMax) / 1024;
  return new ApiError(413, `body must be at most ${kib} KiB`);
}

export function toApiError(thrown: unknown): ApiError {
  const error = thrown as FastifyError;
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) return temporarilyUnavailable(error);
  const known = messagesByCode[error.code];
  if (known) return new ApiError(error.statusCode ?? 400, known, { cause: error });
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new ApiError(error.statusCode, STATUS_CODES[error.statusCode] ?? 'Bad Request', {
      cause: error,
    });
  }
  return new ApiError(500, 'Something went wrong on our side; please try again later', {
    cause: error,
  });
}

// What Fastify itself refuses, in words that name the fix.
const messagesByCode: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Content-Type must be application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'Content-Length does not match the body that was sent',
  FST_ERR_BAD_URL: 'the address of the request is malformed: check its percent-encoding',
};

/** A whole answer in HTTP's own words, for where there is only a socket. */
export function rawErrorResponse(
  statusCode: number,
  message: string,
  headers: Readonly<Record<string, string>>,
): string {
  const body = JSON.stringify(errorBody(statusCode, message));
  return [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

export function errorBody(
  statusCode: number,
  message: string | readonly string[],
  messagesBytesMax?: number,
): ErrorBody {
  const told = cutMessage(message, messagesBytesMax);
  return { statusCode, message: told, error: STATUS_CODES[statusCode] ?? 'Error' };
}
