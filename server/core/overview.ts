// What came of a brand's leads over some days, added up from what was told of them.
import { dayAt, type LocalDay } from './local-days.ts';

/** What happened to a lead. */
export interface LeadFact {
  kind: 'created' | 'moved' | 'lost' | 'converted';
  leadId: string;
  at: number;
  /** Of one that was created: how it came in; null when it is deleted. */
  source: string | null;
}

interface Overview {
  days: { date: string; leads: number; converted: number; lost: number }[];
  sources: { source: string; leads: number }[];
  /** Until somebody did something about a lead. */
  responseTime: { medianMinutes: number | null };
  /** What became of the leads of these days. */
  conversion: { leads: number; converted: number };
}

const minuteMs = 60_000;

export class OverviewSums {
  readonly #days: readonly LocalDay[];
  readonly #perDay: Overview['days'];
  readonly #perSource = new Map<string, number>();
  // Of leads whose creation comes later: the facts are added from the newest to the oldest.
  readonly #firstMoves = new Map<string, number>();
  readonly #converted = new Set<string>();
  readonly #responseMs: number[] = [];
  #leads = 0;
  #leadsConverted = 0;

  constructor(days: readonly LocalDay[]) {
    this.#days = days;
    this.#perDay = days.map(({ date }) => ({ date, leads: 0, converted: 0, lost: 0 }));
  }

  /** From the newest to the oldest. */
  add(fact: LeadFact): void {
    const day = this.#perDay[dayAt(this.#days, fact.at)];
    if (!day) return;
    if (fact.kind === 'created') return this.#addLead(fact, day);
    this.#firstMoves.set(fact.leadId, fact.at);
    if (fact.kind === 'converted') this.#converted.add(fact.leadId);
    if (fact.kind !== 'moved') day[fact.kind]++;
  }

  #addLead({ leadId, at, source }: LeadFact, day: Overview['days'][number]): void {
    if (source === null) return;
    day.leads++;
    this.#leads++;
    this.#perSource.set(source, (this.#perSource.get(source) ?? 0) + 1);
    if (this.#converted.has(leadId)) this.#leadsConverted++;
    const movedAt = this.#firstMoves.get(leadId);
    if (movedAt !== undefined) this.#responseMs.push(Math.max(0, movedAt - at));
  }

  result(): Overview {
    const median = medianOf(this.#responseMs);
    return {
      days: this.#perDay,
      sources: [...this.#perSource]
        .map(([source, leads]) => ({ source, leads }))
        .sort((one, other) => other.leads - one.leads || (one.source < other.source ? -1 : 1)),
      responseTime: { medianMinutes: median === null ? null : Math.round(median / minuteMs) },
      conversion: { leads: this.#leads, converted: this.#leadsConverted },
    };
  }
}

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
