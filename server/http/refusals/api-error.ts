import { cutMessages, echoed } from '#core/reading/cut-messages.ts';

/** An error that a caller may see. What went wrong inside goes into `cause` and never leaves the log. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly statusCode: number;
  /** All of it: how much is told is for who tells it. */
  readonly publicMessage: string | string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    statusCode: number,
    publicMessage: string | string[],
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    const limit = Error.stackTraceLimit;
    // A refusal says what is wrong, and its cause where that happened. To put a stack together costs more than the rest.
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

/** For an id that names nothing, which may be anything. */
export function noSuch(what: string, id: string): ApiError {
  return new ApiError(404, `There is no ${what} ${echoed(id)}`);
}

const retryAfterSeconds = 2;

const notNow = 'The service cannot do this right now;';
// To a create: whether it was stored is not known when a commit was not answered.
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
