// What a call can end with instead of an answer.

interface ErrorDetails {
  status?: number | null;
  requestId?: string | null;
  messages?: string[];
  /** The messages came as a list, in which each begins with the name of a field. */
  isByField?: boolean;
  cause?: unknown;
}

/** All errors of this client; the ones below tell them apart. */
export class VakwerkError extends Error {
  override name = 'VakwerkError';
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Names the request on the server's side: quote it when you ask for help. Null when there was no answer. */
  readonly requestId: string | null;
  /** What the service said, one line for each thing that is wrong. */
  readonly messages: string[];
  /** Of a create, also where the client chose it: made again with this key, it makes nothing twice. */
  readonly idempotencyKey: string | null = null;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.messages = details.messages ?? [message];
  }
}

/** 400: something in the request breaks a rule. */
export class ValidationError extends VakwerkError {
  override name = 'ValidationError';

  readonly #aboutFields: string[];

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.#aboutFields = details.isByField ? this.messages : [];
  }

  /** The messages by the name of the field that each is about; none when it is about the request as a whole. */
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

/** 401: the key is missing, wrong, expired or revoked. */
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
 * 409, 412 or 422: it does not fit what is there: a move that is not allowed, a record that changed since it was
 * read, an idempotency key that was used for something else.
 */
export class ConflictError extends VakwerkError {
  override name = 'ConflictError';
}

/** 429: too many requests, and waiting for our turn did not help or would take too long. */
export class RateLimitError extends VakwerkError {
  override name = 'RateLimitError';
  /** How long the service asks to wait; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, details: ErrorDetails & { retryAfterMs: number | null }) {
    super(message, details);
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** 5xx: the service, or something in front of it, failed. */
export class ServerError extends VakwerkError {
  override name = 'ServerError';
}

/**
 * No whole answer of the service came; `cause` says why. What was sent may have been done all the same. It has a
 * `status` when something else answered: then `baseUrl` is wrong, or something on the way stands in for the service.
 */
export class NetworkError extends VakwerkError {
  override name = 'NetworkError';
}

/** No whole answer came in time. What was sent may have been done all the same. */
export class TimeoutError extends VakwerkError {
  override name = 'TimeoutError';
}

interface Refusal {
  status: number;
  requestId: string | null;
  /** The body as it came; a proxy in front of the service may have written it. */
  text: string;
  retryAfterMs: number | null;
}

export function errorFrom({ status, requestId, text, retryAfterMs }: Refusal): VakwerkError {
  const { messages, isByField } = messagesIn(text) ?? {
    messages: [withoutBody(status)],
    isByField: false,
  };
  const named = requestId === null ? '' : ` (request ${requestId})`;
  const message = `${status}: ${messages.join('; ')}${named}`;
  const details = { status, requestId, messages, isByField };
  if (status === 429) return new RateLimitError(message, { ...details, retryAfterMs });
  const Kind = status >= 500 ? ServerError : (kinds[status] ?? VakwerkError);
  return new Kind(message, details);
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
  // A browser does not show where a redirect leads, nor its status.
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  return isRedirect
    ? 'answered with a redirect, which is not followed: the key would go with it. Set baseUrl to where it leads'
    : 'answered without a message of the service';
}
