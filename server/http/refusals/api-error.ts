import { codesByStatus, type ErrorCode } from '#contract/error-codes.ts';
import { cutMessages, echoed } from '#core/reading/cut-messages.ts';
import {
  type ErrorDetail,
  type FieldMessage,
  type RuleValues,
  textsOf,
} from '#core/reading/field-message.ts';

type StatusWithCode = keyof typeof codesByStatus;

/** One sentence, or one message per field. */
type Message = string | readonly FieldMessage[];

interface ErrorOptions {
  code?: ErrorCode;
  /** Names and numbers of a sentence, for `Error-Details`. */
  values?: RuleValues | undefined;
  cause?: unknown;
  headers?: Record<string, string>;
}

/** An error for the caller. The internal reason goes into `cause`, which is only logged. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly statusCode: number;
  /** Not truncated: `errorBody` does that. */
  readonly publicMessage: string | string[];
  /** The `Error-Code` header. */
  readonly code: ErrorCode;
  /** The `Error-Details` header. */
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  /** A status with several reasons, such as 409, needs an explicit code. */
  constructor(status: StatusWithCode, message: Message, options?: ErrorOptions);
  constructor(status: number, message: Message, options: ErrorOptions & { code: ErrorCode });
  constructor(statusCode: number, message: Message, options: ErrorOptions = {}) {
    const publicMessage = typeof message === 'string' ? message : textsOf(message);
    const limit = Error.stackTraceLimit;
    // Building a stack costs more than the rest of a refusal, and the cause has its own.
    if (statusCode < 500 || options.cause !== undefined) Error.stackTraceLimit = 0;
    super(cutMessages([publicMessage].flat()).join('; '), {
      cause: options.cause,
    });
    Error.stackTraceLimit = limit;
    this.statusCode = statusCode;
    this.publicMessage = publicMessage;
    this.code = options.code ?? codesByStatus[statusCode as StatusWithCode];
    const { values } = options;
    if (typeof message !== 'string') this.details = message;
    else this.details = values ? [{ field: null, rule: this.code, values }] : [];
    this.headers = options.headers ?? {};
  }
}

/** The cause of a 5xx that a test input asked for: no fault of the server, and not logged as one. */
export class ProvokedByTest extends Error {
  override name = 'ProvokedByTest';
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
