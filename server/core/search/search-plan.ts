// There are two ways to find records by words: walk the list and look at each record, or ask the word
// index. Walking is quick for words that are everywhere, the index for words that are rare; the first
// steps of a walk tell which it is.

interface WalkSoFar {
  walked: number;
  found: number;
  wanted: number;
  /** How many of the walked records have each word. */
  hits: Readonly<Record<string, number>>;
  /** Records that the index covers. */
  total: number;
}

// Measured: looking at a record costs as much as reading some fifty entries of the index.
const entriesPerWalkedRecord = 50;
const walkedMax = 2_000;
const commonShare = 0.1;

export function isWalkingOnCheaper({ walked, found, wanted, hits, total }: WalkSoFar): boolean {
  if (walked >= walkedMax) return false;
  const foundShare = Math.max(found, 0.5) / walked;
  const recordsToGo = (wanted - found) / foundShare;
  const rarestShare = Math.max(Math.min(...Object.values(hits)), 0.5) / walked;
  return recordsToGo * entriesPerWalkedRecord < rarestShare * total;
}

/** The words by which the index narrows much at little cost; all when each of them is common. The rarest come first. */
export function rareWords({ walked, hits }: Pick<WalkSoFar, 'walked' | 'hits'>): string[] {
  const words = rarestFirst(hits);
  const rare = words.filter((word) => hits[word]! < commonShare * walked);
  return rare.length > 0 ? rare : words;
}

export function rarestFirst(hits: WalkSoFar['hits']): string[] {
  return Object.keys(hits).toSorted((one, other) => hits[one]! - hits[other]!);
}
