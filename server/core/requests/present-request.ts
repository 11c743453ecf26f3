// Entries of the request log as the API shows them.
import type { ErrorCode } from '#contract/error-codes.ts';
import type { ListedRequest, LoggedRequest } from '#contract/logged-request.ts';
import type { RequestRecord } from '../records.ts';
import { timestamp } from '../timestamp.ts';
import { timeOfUuid } from '../uuid-v7.ts';

/** Omits the body of a refused lead, which can be large. */
export type ListedRequestRecord = Omit<RequestRecord, 'brandId' | 'body'> & {
  hasBody: boolean | number;
};

/** The error of a request, stored as JSON. */
export interface LoggedError {
  message: string | string[];
  code: ErrorCode;
  /** The `Error-Details` header; empty without one. */
  details: string;
}

export function presentListedRequest(request: ListedRequestRecord): ListedRequest {
  const error: LoggedError | null = request.message === null ? null : JSON.parse(request.message);
  return {
    id: request.id,
    receivedAt: timestamp(timeOfUuid(request.id)),
    keyId: request.keyId,
    memberId: request.memberId,
    method: request.method,
    route: request.route,
    path: request.path ?? request.route ?? '',
    status: request.status,
    durationMs: request.durationMs,
    message: error?.message ?? null,
    errorCode: error?.code ?? null,
    errorDetails: error?.details || null,
    hasBody: Boolean(request.hasBody),
    rescuedAs: request.rescuedAs,
  };
}

export function presentRequest(
  request: ListedRequestRecord & Pick<RequestRecord, 'body'>,
): LoggedRequest {
  return { ...presentListedRequest(request), body: request.body };
}
