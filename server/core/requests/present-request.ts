// Entries of the request log as the API shows them.
import type { ListedRequest, LoggedRequest } from '#contract/logged-request.ts';
import type { RequestRecord } from '../records.ts';
import { timestamp } from '../timestamp.ts';
import { timeOfUuid } from '../uuid-v7.ts';

/** Omits the body of a refused lead, which can be large. */
export type ListedRequestRecord = Omit<RequestRecord, 'brandId' | 'body'> & {
  hasBody: boolean | number;
};

export function presentListedRequest(request: ListedRequestRecord): ListedRequest {
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
    message: request.message === null ? null : JSON.parse(request.message),
    hasBody: Boolean(request.hasBody),
    rescuedAs: request.rescuedAs,
  };
}

export function presentRequest(
  request: ListedRequestRecord & Pick<RequestRecord, 'body'>,
): LoggedRequest {
  return { ...presentListedRequest(request), body: request.body };
}
