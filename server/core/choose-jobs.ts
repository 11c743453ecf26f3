// Chooses which due jobs to claim. Neither hanging hosts nor a brand with many jobs may starve the
// others of slots.

export interface JobLimits {
  total: number;
  /** A brand gets at most this many slots, and at most half of the free ones. */
  perBrand: number;
  perLane: number;
  /** The maximum number of slots for jobs known to be slow; unlimited by default. */
  slow?: number;
}

interface Slot {
  brandId: string;
  lane: string;
  isSlow?: boolean;
}

/** Returns the candidates, in order, that fit beside the jobs in flight. */
export function chooseJobs<Candidate extends Slot>(
  candidates: readonly Candidate[],
  inFlight: readonly Slot[],
  limits: JobLimits,
): Candidate[] {
  const brands = new Tally(inFlight.map((job) => job.brandId));
  const lanes = new Tally(inFlight.map((job) => job.lane));
  const chosen: Candidate[] = [];
  let slowSlots = freeSlowSlots(inFlight, limits);
  for (const candidate of candidates) {
    const taken = inFlight.length + chosen.length;
    if (taken >= limits.total) break;
    if (candidate.isSlow && slowSlots <= 0) continue;
    if (brands.of(candidate.brandId) >= brandLimit(limits, taken)) continue;
    if (lanes.of(candidate.lane) >= limits.perLane) continue;
    brands.add(candidate.brandId);
    lanes.add(candidate.lane);
    if (candidate.isSlow) slowSlots--;
    chosen.push(candidate);
  }
  return chosen;
}

/** The brands and lanes that are at their limit, and whether the slow slots are all taken. */
export function fullSlots(
  inFlight: readonly Slot[],
  limits: JobLimits,
): { brandIds: string[]; lanes: string[]; isFullOfSlow: boolean } {
  return {
    brandIds: new Tally(inFlight.map((job) => job.brandId)).reaching(
      brandLimit(limits, inFlight.length),
    ),
    lanes: new Tally(inFlight.map((job) => job.lane)).reaching(limits.perLane),
    isFullOfSlow: freeSlowSlots(inFlight, limits) <= 0,
  };
}

// Negative when jobs became slow after they had taken their slots.
function freeSlowSlots(inFlight: readonly Slot[], { slow = Infinity }: JobLimits): number {
  return slow - inFlight.filter(({ isSlow }) => isSlow).length;
}

// Half of the free slots, so the first jobs of another brand always find one.
function brandLimit({ total, perBrand }: JobLimits, taken: number): number {
  return Math.min(perBrand, Math.max(1, Math.floor((total - taken) / 2)));
}

class Tally {
  readonly #counts = new Map<string, number>();

  constructor(names: readonly string[]) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  reaching(most: number): string[] {
    return [...this.#counts].filter(([, count]) => count >= most).map(([name]) => name);
  }
}
