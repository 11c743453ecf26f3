// Which of the jobs that are due are taken up. One host that hangs, or one brand that sends a great many,
// must not keep the others waiting.

export interface JobLimits {
  total: number;
  /** A brand may have no more than this, nor more than half of the places that are left. */
  perBrand: number;
  perLane: number;
}

interface Place {
  brandId: string;
  lane: string;
}

/** Of the candidates, in their order, those that fit beside the jobs under way. */
export function chooseJobs<Candidate extends Place>(
  candidates: readonly Candidate[],
  underWay: readonly Place[],
  limits: JobLimits,
): Candidate[] {
  const brands = new Tally(underWay.map((job) => job.brandId));
  const lanes = new Tally(underWay.map((job) => job.lane));
  const chosen: Candidate[] = [];
  for (const candidate of candidates) {
    if (underWay.length + chosen.length >= limits.total) break;
    if (brands.of(candidate.brandId) >= brandLimit(limits, underWay.length + chosen.length))
      continue;
    if (lanes.of(candidate.lane) >= limits.perLane) continue;
    brands.add(candidate.brandId);
    lanes.add(candidate.lane);
    chosen.push(candidate);
  }
  return chosen;
}

/** The brands and lanes that can take no more. */
export function fullPlaces(
  underWay: readonly Place[],
  limits: JobLimits,
): { brandIds: string[]; lanes: string[] } {
  return {
    brandIds: new Tally(underWay.map((job) => job.brandId)).reaching(
      brandLimit(limits, underWay.length),
    ),
    lanes: new Tally(underWay.map((job) => job.lane)).reaching(limits.perLane),
  };
}

// Half of what is left: so there is always room for the first jobs of another brand.
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
