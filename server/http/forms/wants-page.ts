import type { FastifyRequest } from 'fastify';

/** A browser that shows the answer to a person; scripts and programs get JSON. */
export function wantsPage({ headers, mediaType }: FastifyRequest): boolean {
  const { accept = '', 'sec-fetch-mode': mode } = headers;
  if (mode === 'cors' || mode === 'no-cors' || mode === 'same-origin') return false;
  const isJson = mediaType?.endsWith('json') ?? false;
  return !isJson && (accept.includes('text/html') || !accept.includes('application/json'));
}
