// The errors a call can reject with.
import { type ErrorDetail, readErrorDetails } from './error-details.ts';
import type { ErrorCode } from './types.ts';

/** The codes this client knows; a newer service may send others. */
type AnyErrorCode = ErrorCode | (string & {});

interface ErrorInit {
  status?: number | null;
  code?: AnyErrorCode | null;
  details?: ErrorDetail[];
  requestId?: string | null;
  messages?: string[];
  /** The messages came as an array, each beginning with a field name. */
  isByField?: boolean;
  cause?: unknown;
}

/** Base class of all errors of this client. */
export class VakwerkError extends Error {
  override name = 'VakwerkError';
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** The reason, such as `move_not_allowed`: branch on it. Null without a response of the service. */
  readonly code: AnyErrorCode | null;
  /** What exactly is wrong, for programs: one entry per field. Empty where the code says it all. */
  readonly details: ErrorDetail[];
  /** Identifies the request on the server: quote it in support requests. Null without a response. */
  readonly requestId: string | null;
  /** The messages of the service, one per problem. */
  readonly messages: string[];
  /** The key of a create, also a generated one: repeat the create with it to avoid a duplicate. */
  readonly idempotencyKey: string | null = null;

  constructor(message: string, init: ErrorInit = {}) {
    super(message, 'cause' in init ? { cause: init.cause } : undefined);
    this.status = init.status ?? null;
    this.code = init.code ?? null;
    this.details = init.details ?? [];
    this.requestId = init.requestId ?? null;
    this.messages = init.messages ?? [message];
  }
}

/** 400: the request is invalid. */
export class ValidationError extends VakwerkError {
  override name = 'ValidationError';

  readonly #aboutFields: string[];

  constructor(message: string, init: ErrorInit = {}) {
    super(message, init);
    this.#aboutFields = init.isByField ? this.messages : [];
  }

  /** The messages by field name; empty when they are about the request as a whole. */
  get fields(): Record<string, string[]> {
    const names = new Set(this.#aboutFields.map(fieldIn));
    return Object.fromEntries(
      [...names].map((name) => [name, this.#aboutFields.filter((one) => fieldIn(one) === name)]),
    );
  }
}

function fieldIn(message: string): string {
  return message.split(' ', 1)[0]!;
}

/** 401: the key is missing, invalid, expired or revoked. */
export class AuthenticationError extends VakwerkError {
  override name = 'AuthenticationError';
}

/** 403: the key lacks the scope for this. */
export class ScopeError extends VakwerkError {
  override name = 'ScopeError';
}

/** 404: there is no such record. */
export class NotFoundError extends VakwerkError {
  override name = 'NotFoundError';
}

/**
 * 409, 412 or 422: a conflict with the current state, such as a move that is not allowed, a record that
 * changed since it was read, or an idempotency key that was used for another body.
 */
export class ConflictError extends VakwerkError {
  override name = 'ConflictError';
}

/** 429: too many requests, and retries failed or would take too long. */
export class RateLimitError extends VakwerkError {
  override name = 'RateLimitError';
  /** The service's `Retry-After`; null without one. */
  readonly retryAfterMs: number | null;

  constructor(message: string, init: ErrorInit & { retryAfterMs: number | null }) {
    super(message, init);
    this.retryAfterMs = init.retryAfterMs;
  }
}

/** 5xx: the service, or something in front of it, failed. */
export class ServerError extends VakwerkError {
  override name = 'ServerError';
}

/**
 * No complete response of the service arrived; `cause` says why. The request may have been processed.
 * `status` is set when something else answered: then `baseUrl` is wrong, or a proxy answered for the service.
 */
export class NetworkError extends VakwerkError {
  override name = 'NetworkError';
}

/** No complete response arrived in time. The request may have been processed. */
export class TimeoutError extends VakwerkError {
  override name = 'TimeoutError';
}

interface Refusal {
  status: number;
  requestId: string | null;
  /** The raw body, perhaps of a proxy in front of the service. */
  text: string;
  retryAfterMs: number | null;
  /** The `Error-Code` header. */
  code: string | null;
  /** The `Error-Details` header. */
  details: string | null;
}

export function errorFrom(refusal: Refusal): VakwerkError {
  const { status, requestId, text, retryAfterMs, code } = refusal;
  const { messages, isByField } = messagesIn(text) ?? {
    messages: [withoutBody(status)],
    isByField: false,
  };
  const named = requestId === null ? '' : ` (request ${requestId})`;
  const message = `${status}: ${messages.join('; ')}${named}`;
  const details = readErrorDetails(refusal.details);
  const init = { status, requestId, messages, isByField, code, details };
  if (status === 429) return new RateLimitError(message, { ...init, retryAfterMs });
  const Kind = status >= 500 ? ServerError : (kinds[status] ?? VakwerkError);
  return new Kind(message, init);
}

const kinds: Record<number, typeof VakwerkError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: ScopeError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  422: ConflictError,
};

function messagesIn(text: string): { messages: string[]; isByField: boolean } | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    const messages = [message].flat().filter((one) => typeof one === 'string');
    return messages.length > 0 ? { messages, isByField: Array.isArray(message) } : undefined;
  } catch {
    return undefined;
  }
}

function withoutBody(status: number): string {
  // A browser hides the target and the status of a redirect.
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  return isRedirect
    ? 'answered with a redirect, which is not followed because it would leak the key. Set baseUrl to its target'
    : 'answered without an error message';
}
