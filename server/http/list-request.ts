// What the list endpoints have in common: the query, the cursor, the Link to the next page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { pageSizeDefault, pageSizeMax } from '#contract/limits.ts';
import type { CursorSeal, Position } from '#core/requests/cursor.ts';
import { matchesIfNoneMatch } from '#core/requests/etag.ts';
import { addressedAs } from './addressed-as.ts';
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
  // What the cursor is bound to.
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
  wordsAskedIn: (question: string) => string[],
): ListRequest<Filters> {
  const query = readQueryOf<CommonQuery>(schema, request);
  const { limit = pageSizeDefault, cursor, sort = '-createdAt', q, ...rest } = query;
  const { brandId } = callerOf(request);
  const words = q === undefined ? undefined : wordsAskedIn(q);
  if (words?.length === 0) throw new ApiError(400, ['q must contain a letter or a digit']);
  const filters = rest as Filters;
  // With the parameters of the path: the deliveries of one webhook are another list than those of the next.
  const list = [request.routeOptions.url, request.params];
  const binding = [list, brandId, sort, meaningOf(rest), words];
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

/** The same for filters that ask for the same, however they are written. */
function meaningOf(filters: object): unknown {
  return Object.entries(filters)
    .filter(([name, value]) => !(name === 'archived' && value === 'exclude'))
    .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)].toSorted() : value])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function readCursor({ server }: FastifyRequest, cursor: string, binding: unknown): Position {
  const position = server.cursorSeal.decode(cursor, binding);
  if (position) return position;
  throw new ApiError(400, [
    'cursor is not valid for this list, sort and filters: take it from the Link header, unchanged',
  ]);
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
  // Callers without personal data get other bytes (hidePersonalData).
  const etag = request.caller?.isImpersonal ? `W/"${tag}-impersonal"` : `W/"${tag}"`;
  // Clients may keep it, and revalidate it each time.
  void reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** The same address with other parameters. */
export function linkToNext(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Record<string, string>,
  publicUrl: string | null,
): void {
  const link = new URL(request.url, 'http://localhost');
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value);
  const base = publicUrl ?? addressedAs(request);
  void reply.header('link', `<${base}${link.pathname}${link.search}>; rel="next"`);
}
