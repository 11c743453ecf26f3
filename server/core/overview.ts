// Aggregates a brand's leads over some days from their events.
import type { Status } from '#contract/work-item-lists.ts';
import { dayAt, type LocalDay } from './local-days.ts';

/** One event of a lead. */
export interface LeadFact {
  kind: 'created' | 'moved' | 'lost' | 'converted';
  leadId: string;
  at: number;
  /** For `created`: the source of the lead; null when it has been deleted. */
  source: string | null;
  /** For `created`: as it is now. */
  status: Status | null;
  isImported: boolean;
}

interface Overview {
  days: { date: string; leads: number; converted: number; lost: number }[];
  sources: { source: string; leads: number; converted: number; lost: number }[];
  /** From a lead's creation to its first move, without imports: those were answered elsewhere. */
  responseTime: {
    medianMinutes: number | null;
    /** Histogram; each bucket counts leads up to its bound, the last one (null) the rest. */
    spread: { upToMinutes: number | null; leads: number }[];
    /** Leads without a move so far. */
    waiting: number;
    /** Of the leads that should have been answered by now; both 0 where no time is set. */
    inTime: { answered: number; due: number };
  };
  /** Outcomes of the leads created in these days; the rest are still open. */
  conversion: { leads: number; converted: number; lost: number };
}

const minuteMs = 60_000;
// A quarter of an hour, an hour, half a working day, a day, longer.
const spreadMinutes = [15, 60, 4 * 60, 24 * 60, null];

export class OverviewSums {
  readonly #days: readonly LocalDay[];
  readonly #perDay: Overview['days'];
  readonly #perSource = new Map<string, Omit<Overview['sources'][number], 'source'>>();
  // Facts are added newest first, so a lead's moves come before its creation.
  readonly #firstMoves = new Map<string, number>();
  readonly #outcomes = new Map<string, LeadFact['kind']>();
  readonly #responseMs: number[] = [];
  #waiting = 0;
  readonly #conversion = { leads: 0, converted: 0, lost: 0 };

  readonly #inTime = { answered: 0, due: 0 };
  readonly #answerBy: (createdAt: number) => number;
  readonly #now: number;

  /** `answerBy` returns when a lead should be answered; Infinity for never. */
  constructor(
    days: readonly LocalDay[],
    { answerBy, now }: { answerBy(createdAt: number): number; now: number },
  ) {
    this.#days = days;
    this.#answerBy = answerBy;
    this.#now = now;
    this.#perDay = days.map(({ date }) => ({ date, leads: 0, converted: 0, lost: 0 }));
  }

  /** Must be called newest first. */
  add(fact: LeadFact): void {
    const day = this.#perDay[dayAt(this.#days, fact.at)];
    if (!day) return;
    if (fact.kind === 'created') return this.#addLead(fact, day);
    this.#firstMoves.set(fact.leadId, fact.at);
    // The newest outcome counts: a lost lead may have been reopened.
    if (!this.#outcomes.has(fact.leadId)) this.#outcomes.set(fact.leadId, fact.kind);
    if (fact.kind !== 'moved') day[fact.kind]++;
  }

  #addLead(
    { leadId, at, source, status, isImported }: LeadFact,
    day: Overview['days'][number],
  ): void {
    if (source === null) return;
    // An imported lead may have been lost before.
    const outcome = this.#outcomes.get(leadId) ?? (status === 'lost' ? status : undefined);
    const ofSource = this.#perSource.get(source) ?? { leads: 0, converted: 0, lost: 0 };
    this.#perSource.set(source, ofSource);
    day.leads++;
    ofSource.leads++;
    this.#conversion.leads++;
    if (outcome === 'converted' || outcome === 'lost') {
      ofSource[outcome]++;
      this.#conversion[outcome]++;
    }
    const movedAt = this.#firstMoves.get(leadId);
    const wasAnsweredBefore = movedAt === undefined && status !== 'request';
    if (isImported || wasAnsweredBefore) return;
    if (movedAt === undefined) this.#waiting++;
    else this.#responseMs.push(Math.max(0, movedAt - at));
    this.#addAnswer(at, movedAt);
  }

  #addAnswer(createdAt: number, movedAt: number | undefined): void {
    const answerBy = this.#answerBy(createdAt);
    const isAnswered = movedAt !== undefined && movedAt <= answerBy;
    if (answerBy === Infinity || (!isAnswered && this.#now < answerBy)) return;
    this.#inTime.due++;
    if (isAnswered) this.#inTime.answered++;
  }

  result(): Overview {
    const median = medianOf(this.#responseMs);
    return {
      days: this.#perDay,
      sources: [...this.#perSource]
        .map(([source, counts]) => ({ source, ...counts }))
        .sort((one, other) => other.leads - one.leads || (one.source < other.source ? -1 : 1)),
      responseTime: {
        medianMinutes: median === null ? null : Math.round(median / minuteMs),
        spread: spreadOf(this.#responseMs),
        waiting: this.#waiting,
        inTime: this.#inTime,
      },
      conversion: this.#conversion,
    };
  }
}

function spreadOf(responseMs: readonly number[]): Overview['responseTime']['spread'] {
  const spread = spreadMinutes.map((upToMinutes) => ({ upToMinutes, leads: 0 }));
  for (const ms of responseMs) {
    spread.find(({ upToMinutes }) => ms <= (upToMinutes ?? Infinity) * minuteMs)!.leads++;
  }
  return spread;
}

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
