// The facts of the overview, read in chunks so that other calls run in between.
import type { LeadFact } from '#core/overview.ts';
import type { WorkingHours } from '#contract/working-hours.ts';
import { answerMinutesOf, workingHoursOf } from '#core/notifications/brand-settings.ts';
import { timeZoneOf } from '#core/time-zone.ts';
import { findBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { lastPosition, timeOfEvent } from '#db/events/events.ts';
import { findLeadFacts } from '#db/leads/lead-facts.ts';
import { type OpenQuotes, sumOpenQuotes } from '#db/leads/open-quotes.ts';
import { countRefusedRequests, countRequests } from '#db/requests/logged-requests.ts';
import type { ActionContext } from './context.ts';
import { numberWaitingEvents } from './events/events.ts';

const quotesMax = 10_000;

interface OverviewBegin {
  timeZone: string;
  workingHours: WorkingHours;
  /** Zero for never. */
  answerMinutes: number;
  now: number;
  /** Number of the latest event. */
  lastPosition: number;
  openQuotes: OpenQuotes;
}

export async function beginOverview(
  db: Database,
  { brandId }: { brandId: string },
  context: ActionContext,
): Promise<OverviewBegin> {
  await numberWaitingEvents(db, { brandId }, context);
  const brand = await findBrand(db, brandId);
  return {
    timeZone: timeZoneOf(brand!.timeZone, brand!.country),
    workingHours: workingHoursOf(brand!),
    answerMinutes: answerMinutesOf(brand!),
    now: context.now(),
    lastPosition: await lastPosition(db, brandId),
    openQuotes: await sumOpenQuotes(db, { brandId, most: quotesMax }),
  };
}

interface FactsRequest {
  brandId: string;
  /** Event numbers, both ends included. */
  from: number;
  to: number;
}

export async function readLeadFacts(
  db: Database,
  { brandId, from, to }: FactsRequest,
): Promise<{ facts: LeadFact[]; beganAt: number }> {
  const rows = await findLeadFacts(db, { brandId, from, to });
  const beganAt = (await timeOfEvent(db, brandId, from)) ?? 0;
  return {
    beganAt,
    facts: rows.map(({ type, changes, isImported, ...fact }) => ({
      ...fact,
      kind: kindOf(type, changes),
      isImported: isImported === 1,
    })),
  };
}

function kindOf(type: string, changes: string | null): LeadFact['kind'] {
  if (type === 'lead.created') return 'created';
  if (type === 'lead.converted') return 'converted';
  const { status } = JSON.parse(changes ?? '{}') as { status?: { after: string } };
  return status?.after === 'lost' ? 'lost' : 'moved';
}

interface CountedRequests {
  requests: number;
  /** More requests exist than were counted. */
  isMore: boolean;
  /** Answered 4xx. */
  refused: number;
  /** Answered 5xx. */
  failed: number;
  /** More refused and failed requests exist than were counted. */
  isMoreRefused: boolean;
}

/** Counts the requests between each two consecutive times. */
export async function countRequestsBetween(
  db: Database,
  { brandId, times, most }: { brandId: string; times: number[]; most: number },
): Promise<CountedRequests[]> {
  const counted: CountedRequests[] = [];
  for (const [index, until] of times.slice(1).entries()) {
    const range = { brandId, since: times[index]!, before: until, most };
    const all = await countRequests(db, range);
    const { refused, failed, isMore } = await countRefusedRequests(db, range);
    counted.push({
      requests: all.requests,
      isMore: all.isMore,
      refused,
      failed,
      isMoreRefused: isMore,
    });
  }
  return counted;
}
