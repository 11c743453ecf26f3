/** An error that a caller may see. What went wrong inside goes into `cause` and never leaves the log. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly statusCode: number;
  readonly publicMessage: string | string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    statusCode: number,
    publicMessage: string | string[],
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(Array.isArray(publicMessage) ? publicMessage.join('; ') : publicMessage, {
      cause: options.cause,
    });
    this.statusCode = statusCode;
    this.publicMessage = publicMessage;
    this.headers = options.headers ?? {};
  }
}

const retryAfterSeconds = 2;

export function temporarilyUnavailable(cause: unknown): ApiError {
  return new ApiError(503, 'The service cannot do this right now; please try again shortly', {
    cause,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
