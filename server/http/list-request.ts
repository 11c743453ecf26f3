// Shared by the list endpoints: the query, the cursor, the ETag and the Link to the next page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { pageSizeDefault, pageSizeMax } from '#contract/limits.ts';
import type { CursorSeal, Position } from '#core/requests/cursor.ts';
import { matchesIfNoneMatch } from '#core/requests/etag.ts';
import { about } from '#core/reading/field-message.ts';
import { ApiError } from './refusals/api-error.ts';
import { callerOf } from './gate/authenticate.ts';
import type { FinishedPage, PageCache } from './page-cache.ts';
import { readQueryOf } from './read-request.ts';

declare module 'fastify' {
  interface FastifyInstance {
    cursorSeal: CursorSeal;
  }
}

export interface ListParts {
  pages: PageCache;
  publicUrl: string | null;
}

interface ListRequest<Filters> {
  brandId: string;
  filters: Filters;
  words: string[] | undefined;
  sort: { field: string; descending: boolean };
  after: Position | undefined;
  limit: number;
  // A cursor is valid only for the binding it was made with.
  binding: unknown;
}

interface CommonQuery {
  limit?: number;
  cursor?: string;
  sort?: string;
  q?: string;
}

export function readListRequest<Filters extends object>(
  request: FastifyRequest,
  schema: TSchema,
  parseWords: (query: string) => string[],
): ListRequest<Filters> {
  const query = readQueryOf<CommonQuery>(schema, request);
  const { limit = pageSizeDefault, cursor, sort = '-createdAt', q, ...rest } = query;
  const { brandId } = callerOf(request);
  const words = q === undefined ? undefined : parseWords(q);
  if (words?.length === 0)
    throw new ApiError(400, [about('q', 'no_letter_or_digit', 'must contain a letter or a digit')]);
  const filters = rest as Filters;
  // Path parameters included: each webhook has its own list of deliveries.
  const list = [request.routeOptions.url, request.params];
  const binding = [list, brandId, sort, normalizeFilters(rest), words];
  return {
    brandId,
    filters,
    words,
    sort: { field: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
    after: cursor === undefined ? undefined : readCursor(request, cursor, binding),
    limit: Math.min(limit, pageSizeMax),
    binding,
  };
}

/** Equal for equivalent filters, whatever their order. */
function normalizeFilters(filters: object): unknown {
  return Object.entries(filters)
    .filter(([name, value]) => !(name === 'archived' && value === 'exclude'))
    .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)].toSorted() : value])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function readCursor({ server }: FastifyRequest, cursor: string, binding: unknown): Position {
  const position = server.cursorSeal.decode(cursor, binding);
  if (position) return position;
  const text =
    'is not valid for this list, sort and filters: take it from the Link header, unchanged';
  throw new ApiError(400, [about('cursor', 'invalid_cursor', text)]);
}

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: FinishedPage,
  binding: unknown,
  publicUrl: string | null,
): FastifyReply {
  const { body, tag, next } = page;
  if (next) {
    const cursor = (page.cursor ??= request.server.cursorSeal.encode(next, binding));
    linkToNext(request, reply, { cursor }, publicUrl);
  }
  // Callers without personal data get a different body (hidePersonalData).
  const etag = request.caller?.isImpersonal ? `W/"${tag}-impersonal"` : `W/"${tag}"`;
  // Clients may cache the page, and revalidate it each time.
  void reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** The request's URL with these parameters replaced. */
export function linkToNext(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Record<string, string>,
  publicUrl: string | null,
): void {
  const link = new URL(request.url, 'http://localhost');
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value);
  // Relative without PUBLIC_URL: the Host header may be forged, and clients send their key there.
  void reply.header('link', `<${publicUrl ?? ''}${link.pathname}${link.search}>; rel="next"`);
}
