// The only file that writes error bodies, whether our rules, Fastify or Node's parser refused the
// request. Internal details go to the log only.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { codesByStatus, type ErrorCode } from '#contract/error-codes.ts';
import { bodyBytesMax } from '#contract/limits.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import { errorDetails } from '#core/reading/error-details.ts';
import { cutMessage } from '#core/reading/cut-messages.ts';
import { DatabaseUnavailable, Overloaded } from '#db/database.ts';
import { ApiError, ProvokedByTest, temporarilyUnavailable } from './api-error.ts';
import { noteOverload } from './overload-log.ts';

// A static import would load Node's HTTP client too, which takes 2.5 MB.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

// They describe the intended response. A browser would save the error as a file, cache it, or try
// to decompress it.
const headersOfContent = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-range',
  'etag',
];

export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendError(refusalOf(error, request, reply), request, reply);
}

/** Logs what is a fault of the server. */
export function refusalOf(error: unknown, request: FastifyRequest, reply: FastifyReply): ApiError {
  const apiError = isTooLarge(error) ? tooLarge(request) : toApiError(error);
  const { statusCode } = apiError;
  if (statusCode === 413) drainBody(request, reply);
  const cause = apiError.cause ?? apiError;
  if (cause instanceof Overloaded) noteOverload(request);
  else if (cause instanceof ProvokedByTest) request.isProvoked = true;
  else if (statusCode >= 500)
    request.log.error({ requestId: request.id, err: cause }, 'request failed');
  return apiError;
}

/** Without an error in the log: for refusals that are no fault of the server. */
export function sendError(apiError: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.send(writeError(apiError, request, reply));
}

/** Sets status and headers. Returns the body. */
export function writeError(
  apiError: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const { statusCode, code, headers } = apiError;
  const details = errorDetails(apiError.details);
  request.refusal = { message: apiError.publicMessage, code, details };
  for (const name of headersOfContent) void reply.removeHeader(name);
  void reply.code(statusCode).headers({
    'cache-control': 'no-store',
    ...headers,
    // Fastify runs no hooks for its own refusals.
    'x-request-id': request.id,
    'error-code': code,
    ...(details !== '' && { 'error-details': details }),
    'content-type': 'application/json; charset=utf-8',
  });
  return JSON.stringify(errorBody(statusCode, apiError.publicMessage));
}

// A client that is still sending would see a reset instead of the response.
function drainBody(request: FastifyRequest, reply: FastifyReply): void {
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
  const { statusCode = 500 } = error;
  const known = messagesByCode[error.code];
  if (known || statusCode < 500) {
    const status = known ? (error.statusCode ?? 400) : statusCode;
    const message = known ?? STATUS_CODES[status] ?? 'Bad Request';
    return new ApiError(status, message, { cause: error, code: codeOfFastify(status) });
  }
  return new ApiError(500, 'Something went wrong on our side; please try again later', {
    cause: error,
  });
}

function codeOfFastify(status: number): ErrorCode {
  const codes: Partial<Record<number, ErrorCode>> = codesByStatus;
  return status === 400 ? 'malformed_request' : (codes[status] ?? 'malformed_request');
}

// Fastify's own refusals, with messages that name the fix.
const messagesByCode: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Content-Type must be application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'Content-Length does not match the body that was sent',
  FST_ERR_BAD_URL: 'the address of the request is malformed: check its percent-encoding',
};

/** A complete HTTP response, for when there is only a socket. */
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
  const truncated = cutMessage(message, messagesBytesMax);
  return { statusCode, message: truncated, error: STATUS_CODES[statusCode] ?? 'Error' };
}
