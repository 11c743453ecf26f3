// Which of the jobs that are due are taken up. One host that hangs, or one brand that sends a great many,
// must not keep the others waiting; nor must any number of hosts that hang.

export interface JobLimits {
  total: number;
  /** A brand may have no more than this, nor more than half of the places that are left. */
  perBrand: number;
  perLane: number;
  /** Of all places, how many jobs may take up that are known to be slow; any number unless given. */
  slow?: number;
}

interface Place {
  brandId: string;
  lane: string;
  isSlow?: boolean;
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
  let slowPlaces = slowPlacesLeft(underWay, limits);
  for (const candidate of candidates) {
    if (underWay.length + chosen.length >= limits.total) break;
    if (candidate.isSlow && slowPlaces <= 0) continue;
    if (brands.of(candidate.brandId) >= brandLimit(limits, underWay.length + chosen.length))
      continue;
    if (lanes.of(candidate.lane) >= limits.perLane) continue;
    brands.add(candidate.brandId);
    lanes.add(candidate.lane);
    if (candidate.isSlow) slowPlaces--;
    chosen.push(candidate);
  }
  return chosen;
}

/** The brands and lanes that can take no more, and whether all can take no more slow ones. */
export function fullPlaces(
  underWay: readonly Place[],
  limits: JobLimits,
): { brandIds: string[]; lanes: string[]; isFullOfSlow: boolean } {
  return {
    brandIds: new Tally(underWay.map((job) => job.brandId)).reaching(
      brandLimit(limits, underWay.length),
    ),
    lanes: new Tally(underWay.map((job) => job.lane)).reaching(limits.perLane),
    isFullOfSlow: slowPlacesLeft(underWay, limits) <= 0,
  };
}

// One that turns out to be slow while it is under way has its place already, so there can be more of them.
function slowPlacesLeft(underWay: readonly Place[], { slow = Infinity }: JobLimits): number {
  return slow - underWay.filter(({ isSlow }) => isSlow).length;
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
