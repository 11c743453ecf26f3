// A request of the log as the brand sees it.
import type { ListedRequest, LoggedRequest } from '#contract/logged-request.ts';
import { timeOfUuid } from './uuid-v7.ts';

interface RequestRecord {
  id: string;
  keyId: string | null;
  memberId: string | null;
  method: string;
  route: string | null;
  path: string | null;
  status: number;
  durationMs: number;
  message: string | null;
  rescuedAs: string | null;
  hasBody: boolean | number;
}

export function presentListedRequest(request: RequestRecord): ListedRequest {
  return {
    id: request.id,
    receivedAt: new Date(timeOfUuid(request.id)).toISOString(),
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

export function presentRequest(request: RequestRecord & { body: string | null }): LoggedRequest {
  return { ...presentListedRequest(request), body: request.body };
}
