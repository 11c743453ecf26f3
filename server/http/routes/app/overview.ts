// Statistics of a brand over the last days, in its own time zone.
import type { FastifyInstance } from 'fastify';
import { requestLogDays } from '#contract/limits.ts';
import { OverviewQuery } from '#contract/app-queries.ts';
import { lastDays, type LocalDay } from '#core/local-days.ts';
import { workingDeadline } from '#core/notifications/clock-hours.ts';
import { OverviewSums } from '#core/overview.ts';
import type { RunAction } from '#runner/action-runner.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { readQueryOf } from '../../read-request.ts';

// Limits per overview and per query.
const eventsMax = 100_000;
const eventsPerQuery = 2_000;
const requestsPerDayMax = 10_000;
const daysPerQuery = 5;
const dayMs = 24 * 60 * 60 * 1000;
const cacheMs = 5_000;
const cachedMax = 200;

export function overviewRoutes(app: FastifyInstance): void {
  const cache = new Map<string, { until: number; overview: Promise<object> }>();

  app.get(
    '/v1/app/overview',
    { config: { member: 'any', scope: ['leads:read'] } },
    async (request) => {
      const { days } = readQueryOf(OverviewQuery, request);
      const { brandId, session } = memberOfRequest(request);
      const isOwner = session.role === 'owner';
      const count = Number(days ?? 30);
      return cached(`${brandId} ${count} ${isOwner}`, () =>
        readOverview(request.runStep, { brandId, count, isOwner }),
      );
    },
  );

  function cached(key: string, read: () => Promise<object>): Promise<object> {
    const now = performance.now();
    const known = cache.get(key);
    if (known && now < known.until) return known.overview;
    if (cache.size >= cachedMax) cache.clear();
    const overview = read();
    cache.set(key, { until: now + cacheMs, overview });
    overview.catch(() => cache.delete(key));
    return overview;
  }
}

async function readOverview(
  run: RunAction,
  { brandId, count, isOwner }: { brandId: string; count: number; isOwner: boolean },
): Promise<object> {
  const begin = await run('beginOverview', { brandId });
  const { timeZone, now, lastPosition, openQuotes, workingHours, answerMinutes } = begin;
  const days = lastDays(timeZone, now, count);
  const hours = { ...workingHours, timeZone };
  const answerBy = (createdAt: number) =>
    answerMinutes === 0 ? Infinity : workingDeadline(createdAt, answerMinutes, hours);
  const sums = new OverviewSums(days, { answerBy, now });
  const first = Math.max(1, lastPosition - eventsMax + 1);
  let isComplete = first === 1;
  for (let to = lastPosition; to >= first;) {
    const from = Math.max(first, to - eventsPerQuery + 1);
    const { facts, beganAt } = await run('readLeadFacts', { brandId, from, to });
    for (const fact of facts) sums.add(fact);
    to = from - 1;
    if (beganAt >= days[0]!.startsAt) continue;
    isComplete = true;
    break;
  }
  // Only owners see the request log.
  const api = isOwner ? { days: await requestsOf(run, brandId, days) } : null;
  return { timeZone, isComplete, ...sums.result(), openQuotes, api };
}

/** Counts requests for the days that the request log covers. */
async function requestsOf(
  run: RunAction,
  brandId: string,
  days: readonly LocalDay[],
): Promise<object[]> {
  const logged = days.slice(-requestLogDays);
  const counted: object[] = [];
  for (let at = 0; at < logged.length; at += daysPerQuery) {
    const chunk = logged.slice(at, at + daysPerQuery);
    const next = logged[at + daysPerQuery]?.startsAt ?? chunk.at(-1)!.startsAt + 2 * dayMs;
    const times = [...chunk.map(({ startsAt }) => startsAt), next];
    const asked = { brandId, times, most: requestsPerDayMax };
    const counts = await run('countRequestsBetween', asked);
    counted.push(...counts.map((counts, index) => ({ date: chunk[index]!.date, ...counts })));
  }
  return counted;
}
