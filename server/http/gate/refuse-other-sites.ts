import type { FastifyRequest } from 'fastify';
import { isSameOrigin } from '#core/requests/is-same-origin.ts';
import { addressedAs } from '../addressed-as.ts';
import { ApiError } from '../refusals/api-error.ts';

/** For requests that a browser may have been made to send by a page that is not ours. */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string | null): void {
  const { method, headers } = request;
  const isOurs = isSameOrigin({
    method,
    secFetchSite: oneOf(headers['sec-fetch-site']),
    origin: headers.origin,
    ownOrigins: ownOriginsOf(request, publicUrl),
  });
  if (!isOurs)
    throw new ApiError(403, 'This request comes from another site; it was not carried out');
}

/** Under which our pages are served. */
function ownOriginsOf(request: FastifyRequest, publicUrl: string | null): string[] {
  const origins = [
    addressedAs(request),
    ...(publicUrl === null ? [] : [new URL(publicUrl).origin]),
  ];
  return origins.filter((origin) => origin !== '');
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
