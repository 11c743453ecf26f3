// Background jobs, enqueued in the transaction of the change that needs them.

/** Each kind has a file in jobs/. */
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
  | 'undoImport'
  | 'followUp'
  | 'unassignMember'
  | 'tellMembers'
  | 'pushNotice'
  | 'mailNotice'
  | 'remindUnanswered'
  | 'mailCustomer';

export interface NewJob {
  brandId: string;
  id: string;
  kind: JobKind;
  /** The id of the record that the job is about. */
  subject: string;
  /** Jobs of one lane share a concurrency limit; a photo's lane is its host. */
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
   * The number of claims, this one included. It is also the fencing token: a worker whose lease expired
   * cannot complete the job.
   */
  claims: number;
  /** The number of transient failures. */
  failures: number;
}

export type JobClaim = Pick<ClaimedJob, 'brandId' | 'id' | 'claims'>;

/** The order in which every transaction locks jobs, work items and webhooks, to prevent deadlocks. */
export function byBrandAndId(
  one: { brandId: string; id: string },
  other: { brandId: string; id: string },
): number {
  if (one.brandId !== other.brandId) return one.brandId < other.brandId ? -1 : 1;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
