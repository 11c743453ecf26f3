// Claims due jobs, runs several at a time and renews their leases. A job that was not ended, after a
// crash or an error, is claimed again when its lease expires.
import type { JobLimits } from '#core/choose-jobs.ts';
import type { ClaimedJob, JobKind } from '#core/job.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

/** Does the job's work, and ends or postpones the job. Throws when the signal aborts. */
export type JobHandler = (job: ClaimedJob, signal: AbortSignal) => Promise<void>;

interface WorkerOptions {
  /** The job kinds this worker runs. */
  handlers: Readonly<Partial<Record<JobKind, JobHandler>>>;
  limits: JobLimits;
  /** Subjects known to be slow: their jobs get only the slots for slow ones. */
  slowSubjects?: ReadonlySet<string>;
  /** How long a claim lasts without renewal. */
  leaseMs: number;
  onError(error: unknown): void;
}

interface InFlight {
  job: ClaimedJob;
  abort: AbortController;
  ended: Promise<void>;
}

const renewalsPerLease = 3;
// Polling covers a lost NOTIFY, and retries after an error.
const pollsPerLease = 6;

export class JobWorker {
  readonly #runner: ActionRunner;
  readonly #options: WorkerOptions;
  readonly #inFlight = new Map<string, InFlight>();
  #renewing: NodeJS.Timeout | undefined;
  #nextPoll: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;

  constructor(runner: ActionRunner, options: WorkerOptions) {
    this.#runner = runner;
    this.#options = options;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  start(): void {
    const renewEveryMs = this.#options.leaseMs / renewalsPerLease;
    this.#renewing = setInterval(() => void this.#renew(), renewEveryMs).unref();
    this.wake();
  }

  /** There may be due jobs. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped || this.#claiming) return;
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = null;
      if (this.#isWoken) this.wake();
    });
  }

  /** Aborts the jobs in flight and releases them. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#renewing);
    clearTimeout(this.#nextPoll);
    await this.#claiming;
    const aborted = [...this.#inFlight.values()];
    for (const { abort } of aborted) abort.abort(new Error('the worker stops'));
    await Promise.all(aborted.map(({ ended }) => ended));
    const jobs = aborted.map(({ job }) => job);
    // Jobs that still ended were deleted, so releasing them has no effect.
    if (jobs.length > 0) await this.#runner.run('releaseJobs', jobs);
  }

  async #claim(): Promise<void> {
    this.#isWoken = false;
    // The end of a job wakes us again.
    if (this.#inFlight.size >= this.#options.limits.total) return;
    let nextInMs: number | null = null;
    try {
      const { handlers, limits, slowSubjects, leaseMs } = this.#options;
      const inFlight = [...this.#inFlight.values()].map(({ job: { brandId, lane, subject } }) => ({
        brandId,
        lane,
        isSlow: slowSubjects?.has(subject) ?? false,
      }));
      const kinds = Object.keys(handlers) as JobKind[];
      const wanted = { kinds, inFlight, limits, leaseMs };
      const slow = slowSubjects && slowSubjects.size > 0 && { slowSubjects: [...slowSubjects] };
      const claims = await this.#runner.run('claimJobs', { ...wanted, ...slow });
      for (const job of claims.jobs) this.#run(job, handlers[job.kind]!);
      nextInMs = claims.nextInMs;
      // These may have filled a lane or brand, so the next claim can see other candidates.
      if (claims.isMoreDue && claims.jobs.length > 0) this.#isWoken = true;
    } catch (error) {
      this.#options.onError(error);
    }
    const pollEveryMs = this.#options.leaseMs / pollsPerLease;
    this.#planNextPoll(Math.min(nextInMs ?? pollEveryMs, pollEveryMs));
  }

  #planNextPoll(inMs: number): void {
    clearTimeout(this.#nextPoll);
    if (this.#isStopped) return;
    this.#nextPoll = setTimeout(() => this.wake(), inMs).unref();
  }

  #run(job: ClaimedJob, handler: JobHandler): void {
    const abort = new AbortController();
    const key = keyOf(job);
    // We claimed the job a second time: its lease expired while it could not be renewed.
    this.#inFlight.get(key)?.abort.abort(new Error('the lease was lost'));
    const ended = handler(job, abort.signal)
      .catch((error) => {
        if (!abort.signal.aborted) this.#options.onError(error);
      })
      .finally(() => {
        if (this.#inFlight.get(key)?.abort === abort) this.#inFlight.delete(key);
        // A slot is free now; and if the job was postponed, the claim returns its due time.
        this.wake();
      });
    this.#inFlight.set(key, { job, abort, ended });
  }

  async #renew(): Promise<void> {
    const jobs = [...this.#inFlight.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    try {
      const { leaseMs } = this.#options;
      for (const lost of await this.#runner.run('renewJobs', { jobs, leaseMs })) {
        // A job that ended meanwhile counts as lost too, but is no longer in the map.
        const holder = this.#inFlight.get(keyOf(lost));
        if (holder?.job.claims === lost.claims) holder.abort.abort(new Error('the lease was lost'));
      }
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

function keyOf({ brandId, id }: { brandId: string; id: string }): string {
  return `${brandId} ${id}`;
}
