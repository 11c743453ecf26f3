// Takes jobs up when they are due, some of them side by side, and holds on to them while they run. What
// it does not end, because it dies or an error comes between, is taken up again when the lease is over.
import type { JobLimits } from '#core/choose-jobs.ts';
import type { ClaimedJob, JobKind } from '#core/job.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

/** Does what the job is for and ends or postpones it; gives up, throwing, when the signal says so. */
export type JobHandler = (job: ClaimedJob, signal: AbortSignal) => Promise<void>;

interface WorkerOptions {
  /** What it can do; other kinds are left to others. */
  handlers: Readonly<Partial<Record<JobKind, JobHandler>>>;
  limits: JobLimits;
  /** What jobs are about that are known to be slow: they get no more places than the limits say. */
  slowSubjects?: ReadonlySet<string>;
  /** How long others leave a job alone whose holder does not tell that it lives. */
  leaseMs: number;
  onError(error: unknown): void;
}

interface UnderWay {
  job: ClaimedJob;
  abort: AbortController;
  ended: Promise<void>;
}

const renewalsPerLease = 3;
// In case nobody tells of a new job, and after an error.
const looksPerLease = 6;

export class JobWorker {
  readonly #runner: ActionRunner;
  readonly #options: WorkerOptions;
  readonly #underWay = new Map<string, UnderWay>();
  #renewing: NodeJS.Timeout | undefined;
  #nextLook: NodeJS.Timeout | undefined;
  #look: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;

  constructor(runner: ActionRunner, options: WorkerOptions) {
    this.#runner = runner;
    this.#options = options;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  start(): void {
    const renewEveryMs = this.#options.leaseMs / renewalsPerLease;
    this.#renewing = setInterval(() => void this.#renew(), renewEveryMs).unref();
    this.wake();
  }

  /** There may be something to do. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped || this.#look) return;
    this.#look = this.#takeUp().finally(() => {
      this.#look = null;
      if (this.#isWoken) this.wake();
    });
  }

  /** Ends what is under way and gives it back. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#renewing);
    clearTimeout(this.#nextLook);
    await this.#look;
    const cutShort = [...this.#underWay.values()];
    for (const { abort } of cutShort) abort.abort(new Error('the worker stops'));
    await Promise.all(cutShort.map(({ ended }) => ended));
    const jobs = cutShort.map(({ job }) => job);
    // Those that came to their end all the same are not there any more.
    if (jobs.length > 0) await this.#runner.run('releaseJobs', jobs);
  }

  async #takeUp(): Promise<void> {
    this.#isWoken = false;
    // The end of a job wakes us again.
    if (this.#underWay.size >= this.#options.limits.total) return;
    let nextInMs: number | null = null;
    try {
      const { handlers, limits, slowSubjects, leaseMs } = this.#options;
      const underWay = [...this.#underWay.values()].map(({ job: { brandId, lane, subject } }) => ({
        brandId,
        lane,
        isSlow: slowSubjects?.has(subject) ?? false,
      }));
      const kinds = Object.keys(handlers) as JobKind[];
      const wanted = { kinds, underWay, limits, leaseMs };
      const slow = slowSubjects && slowSubjects.size > 0 && { slowSubjects: [...slowSubjects] };
      const claims = await this.#runner.run('claimJobs', { ...wanted, ...slow });
      for (const job of claims.jobs) this.#run(job, handlers[job.kind]!);
      nextInMs = claims.nextInMs;
      // With these under way, others may come into view behind them.
      if (claims.isMoreDue && claims.jobs.length > 0) this.#isWoken = true;
    } catch (error) {
      this.#options.onError(error);
    }
    const lookEveryMs = this.#options.leaseMs / looksPerLease;
    this.#planNextLook(Math.min(nextInMs ?? lookEveryMs, lookEveryMs));
  }

  #planNextLook(inMs: number): void {
    clearTimeout(this.#nextLook);
    if (this.#isStopped) return;
    this.#nextLook = setTimeout(() => this.wake(), inMs).unref();
  }

  #run(job: ClaimedJob, handler: JobHandler): void {
    const abort = new AbortController();
    const key = keyOf(job);
    // Claimed again by ourselves: the lease ran out while nobody could renew it.
    this.#underWay.get(key)?.abort.abort(new Error('the lease was lost'));
    const ended = handler(job, abort.signal)
      .catch((error) => {
        if (!abort.signal.aborted) this.#options.onError(error);
      })
      .finally(() => {
        if (this.#underWay.get(key)?.abort === abort) this.#underWay.delete(key);
        // Another may fit now; and if it was postponed, this tells when it is due.
        this.wake();
      });
    this.#underWay.set(key, { job, abort, ended });
  }

  async #renew(): Promise<void> {
    const jobs = [...this.#underWay.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    try {
      const { leaseMs } = this.#options;
      for (const lost of await this.#runner.run('renewJobs', { jobs, leaseMs })) {
        // One that has ended meanwhile counts as lost too, and is not here any more.
        const holder = this.#underWay.get(keyOf(lost));
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
