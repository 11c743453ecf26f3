import type { FastifyRequest } from 'fastify';
import { isSameOrigin } from '#core/requests/is-same-origin.ts';
import { requestOrigin } from '../request-origin.ts';
import { ApiError } from '../refusals/api-error.ts';

/** CSRF protection: refuses requests that another site made a browser send. */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string | null): void {
  const { method, headers } = request;
  const isOurs = isSameOrigin({
    method,
    secFetchSite: joinValues(headers['sec-fetch-site']),
    origin: headers.origin,
    ownOrigins: ownOriginsOf(request, publicUrl),
  });
  if (!isOurs) throw comesFromElsewhere();
}

/**
 * For callers that are no browsers and send no Origin. The Host header proves nothing here: after
 * DNS rebinding it names the attacker's site, as Origin does.
 */
export function refuseOtherOrigins({ headers }: FastifyRequest, publicUrl: string | null): void {
  const { origin } = headers;
  if (origin === undefined) return;
  if (publicUrl === null || origin !== new URL(publicUrl).origin) throw comesFromElsewhere();
}

function comesFromElsewhere(): ApiError {
  return new ApiError(403, 'This request comes from another site; it was not carried out', {
    code: 'other_site',
  });
}

/** The origins our pages are served from. */
function ownOriginsOf(request: FastifyRequest, publicUrl: string | null): string[] {
  const origins = [
    requestOrigin(request),
    ...(publicUrl === null ? [] : [new URL(publicUrl).origin]),
  ];
  return origins.filter((origin) => origin !== '');
}

function joinValues(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
