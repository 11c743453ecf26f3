// Calendar links, and the iCalendar feed that each link serves.
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NewCalendarLink } from '#contract/calendar-link.ts';
import { calendarLinksMax } from '#contract/limits.ts';
import { hashOfToken } from '#core/accounts/session-token.ts';
import { calendarPath, isCalendarToken } from '#core/calendar/calendar-token.ts';
import { matchesIfNoneMatch } from '#core/requests/etag.ts';
import { presentCalendarLink } from '#core/calendar/present-calendar-link.ts';
import { requestOrigin } from '../request-origin.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { callerOf, type Gate, isOwner, noLongerAllowed } from '../gate/authenticate.ts';
import { tooManyRequests } from '../gate/refused-keys.ts';
import { LocalRateLimiter } from '../gate/rate-limit.ts';
import { readBodyOf, refuseParameters } from '../read-request.ts';
import { docs } from './calendar.docs.ts';

interface CalendarRouteParts {
  gate: Gate;
  publicUrl: string | null;
}

// Phones refresh a few times an hour.
const readsPerMinuteMax = 60;

export function calendarRoutes(app: FastifyInstance, parts: CalendarRouteParts): void {
  const { gate, publicUrl } = parts;
  // A link outlives its key, so a key needs `full`. A member's link ends with the membership.
  const config = {
    scope: ['full' as const],
    memberScope: ['work-items:read' as const],
    shows: 'personal' as const,
  };
  const reads = new LocalRateLimiter(readsPerMinuteMax);
  const links = '/v1/api/calendar-links';
  app.post(links, { config, schema: docs.createCalendarLink }, create);
  app.get(links, { config, schema: docs.listCalendarLinks }, list);
  app.delete(`${links}/:id`, { config, schema: docs.revokeCalendarLink }, revoke);
  // The token replaces the API key.
  app.get(calendarPath(':token'), read);

  async function create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { name } = readBodyOf<NewCalendarLink>(NewCalendarLink, request);
    const { brandId, memberId, keyId } = callerOf(request);
    const made = await request.run('createCalendarLink', { brandId, name, memberId, keyId });
    if (made.outcome === 'too_many') {
      throw new ApiError(
        409,
        `The brand has ${calendarLinksMax} calendar links already: revoke one that is not used, or ask an owner to`,
        { code: 'calendar_links_full' },
      );
    }
    if (made.outcome === 'not_allowed') throw noLongerAllowed(callerOf(request));
    if (made.outcome !== 'created') throw new Error('the brand of a key is gone');
    const url = `${publicUrl ?? requestOrigin(request)}${calendarPath(made.token)}`;
    return reply.code(201).send({ ...presentCalendarLink(made.link), url });
  }

  async function list(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const found = await request.run('listCalendarLinks', linksOf(request));
    return { data: found.map(presentCalendarLink), limit: calendarLinksMax };
  }

  async function revoke(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    refuseParameters(request);
    const { id } = request.params;
    const isRevoked = await request.run('revokeCalendarLink', { ...linksOf(request), id });
    if (!isRevoked) throw noSuch('calendar link', id);
    return reply.code(204).send();
  }

  /** Members manage their own links; owners and keys all links of the brand. */
  function linksOf(request: FastifyRequest): { brandId: string; memberId?: string } {
    const caller = callerOf(request);
    const { brandId, memberId } = caller;
    return memberId === null || isOwner(caller) ? { brandId } : { brandId, memberId };
  }

  async function read(
    request: FastifyRequest<{ Params: { token: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { token } = request.params;
    const tokenHash = isCalendarToken(token) ? hashOfToken(token) : null;
    const found = tokenHash && (await readInTurn(request, tokenHash));
    if (!found) {
      await gate.countFailure(request);
      throw new ApiError(404, 'There is no calendar at this address');
    }
    const etag = `"${hash('sha256', found.text, 'base64url')}"`;
    void reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="jobs.ics"')
      .send(found.text);
  }

  // Limited per token, before any query, so that one phone cannot overload the database.
  async function readInTurn(request: FastifyRequest, tokenHash: string) {
    const turn = reads.take(tokenHash);
    if (!turn.isAllowed) throw tooManyRequests(turn.resetSeconds);
    return request.run('readCalendar', { tokenHash, publicUrl });
  }
}
