// Work that is written down with the change that calls for it, and done afterwards.

/** One file in jobs/ for each. */
export type JobKind =
  | 'fetchPhoto'
  | 'deliverEvents'
  | 'retryDelivery'
  | 'replayEvents'
  | 'notifyOwner'
  | 'eraseCustomer'
  | 'removeAssets'
  | 'purgeDeleted'
  | 'importLeads'
  | 'undoImport';

export interface NewJob {
  brandId: string;
  id: string;
  kind: JobKind;
  /** The record it is about. */
  subject: string;
  /** What must not get too much at once; for a photo the host it comes from. */
  lane: string;
  /** JSON. */
  payload: string;
  dueAt: number;
  createdAt: number;
}

export interface ClaimedJob extends Pick<
  NewJob,
  'brandId' | 'id' | 'kind' | 'subject' | 'lane' | 'payload'
> {
  /**
   * How often it was taken up, this time included. It is the fence too: who took a job up earlier and was
   * given up for dead cannot end it any more.
   */
  claims: number;
  /** How often it failed in a way that may pass. */
  failures: number;
}

export type JobClaim = Pick<ClaimedJob, 'brandId' | 'id' | 'claims'>;

/** The order in which jobs, work items and webhooks are locked, by whomever: then nobody waits for each other in a circle. */
export function byBrandAndId(
  one: { brandId: string; id: string },
  other: { brandId: string; id: string },
): number {
  if (one.brandId !== other.brandId) return one.brandId < other.brandId ? -1 : 1;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
