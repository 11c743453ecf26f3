// Chooses between two plans for a text search: scan the list, or use the word index. Scanning is faster
// for common words, the index for rare ones; the start of the scan shows which words they are.

interface ScanProgress {
  /** The number of scanned records. */
  walked: number;
  found: number;
  wanted: number;
  /** The number of scanned records with each word. */
  hits: Readonly<Record<string, number>>;
  /** The number of indexed records. */
  total: number;
}

// Measured: scanning a record costs about as much as reading 50 index entries.
const entriesPerScannedRecord = 50;
const scannedMax = 2_000;
const commonShare = 0.1;

export function isScanCheaper({ walked, found, wanted, hits, total }: ScanProgress): boolean {
  if (walked >= scannedMax) return false;
  const foundShare = Math.max(found, 0.5) / walked;
  const recordsLeft = (wanted - found) / foundShare;
  const rarestShare = Math.max(Math.min(...Object.values(hits)), 0.5) / walked;
  return recordsLeft * entriesPerScannedRecord < rarestShare * total;
}

/** The words that are selective in the index, or all when every word is common. Rarest first. */
export function rareWords({ walked, hits }: Pick<ScanProgress, 'walked' | 'hits'>): string[] {
  const words = rarestFirst(hits);
  const rare = words.filter((word) => hits[word]! < commonShare * walked);
  return rare.length > 0 ? rare : words;
}

export function rarestFirst(hits: ScanProgress['hits']): string[] {
  return Object.keys(hits).toSorted((one, other) => hits[one]! - hits[other]!);
}
