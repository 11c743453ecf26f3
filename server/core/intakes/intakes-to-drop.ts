// Which intakes go when a channel has too many: spam first, what looks real last, and the oldest of each.
import type { HeldReason } from '#contract/intake-lists.ts';

const spam: ReadonlySet<HeldReason | null> = new Set<HeldReason>([
  'honeypot',
  'proof_invalid',
  'too_fast',
  'proof_reused',
]);
const doubtful: ReadonlySet<HeldReason | null> = new Set<HeldReason>([
  'no_proof',
  'too_many',
  'other_site',
  'secret_wrong',
]);

/** Of 0 for spam to 2 for what looks real. */
function worthOf(reason: HeldReason | null): number {
  if (spam.has(reason)) return 0;
  return doubtful.has(reason) ? 1 : 2;
}

/** A bot can be the sender: nobody needs to be told of each. */
export function maybeSpam(reason: HeldReason | null): boolean {
  return worthOf(reason) < 2;
}

interface Sized {
  id: string;
  reason: HeldReason | null;
  bytes: number;
}

interface Bounds {
  rowsMax: number;
  bytesMax: number;
  /** So that a full channel is not weighed again for each intake. */
  rowsAtOnce: number;
}

/** Their ids. The intakes are given oldest first. */
export function intakesToDrop(
  intakes: readonly Sized[],
  { rowsMax, bytesMax, rowsAtOnce }: Bounds,
): string[] {
  let rows = intakes.length - rowsMax;
  if (rows > 0) rows += rowsAtOnce - 1;
  let bytes = intakes.reduce((sum, one) => sum + one.bytes, 0) - bytesMax;
  const dropped: string[] = [];
  for (const one of intakes.toSorted((a, b) => worthOf(a.reason) - worthOf(b.reason))) {
    if (rows <= 0 && bytes <= 0) break;
    dropped.push(one.id);
    rows--;
    bytes -= one.bytes;
  }
  return dropped;
}
