import { cutMessages, echoed } from '#core/reading/cut-messages.ts';

/** An error for the caller. The internal reason goes into `cause`, which is only logged. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly statusCode: number;
  /** Not truncated: `errorBody` does that. */
  readonly publicMessage: string | string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    statusCode: number,
    publicMessage: string | string[],
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    const limit = Error.stackTraceLimit;
    // Building a stack costs more than the rest of a refusal, and the cause has its own.
    if (statusCode < 500 || options.cause !== undefined) Error.stackTraceLimit = 0;
    super(cutMessages([publicMessage].flat()).join('; '), {
      cause: options.cause,
    });
    Error.stackTraceLimit = limit;
    this.statusCode = statusCode;
    this.publicMessage = publicMessage;
    this.headers = options.headers ?? {};
  }
}

/** The 404 for an unknown id, which may be any text. */
export function noSuch(what: string, id: string): ApiError {
  return new ApiError(404, `There is no ${what} ${echoed(id)}`);
}

const retryAfterSeconds = 2;

const notNow = 'The service cannot do this right now;';
// `keyed` and `unkeyed` are for creates: after a lost commit the outcome is unknown.
export const unavailableMessages = {
  plain: `${notNow} please try again shortly`,
  keyed: `${notNow} try again shortly with the same Idempotency-Key: you get what was stored, if anything was, and nothing twice`,
  unkeyed: `${notNow} try again shortly. It may have been stored all the same: without an Idempotency-Key a retry may store it twice`,
};

export function temporarilyUnavailable(
  cause: unknown,
  message: keyof typeof unavailableMessages = 'plain',
): ApiError {
  return new ApiError(503, unavailableMessages[message], {
    cause,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
