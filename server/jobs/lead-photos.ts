// Holds back the answer to a create until the lead's photos are done, but not for long.
import type { ActionRunner } from '#runner/action-runner.ts';

interface LeadPhotosOptions {
  waitMsMax: number;
  /** Tells the worker that there are photos to fetch. */
  wake(): void;
  onError(error: unknown): void;
}

interface CreatedLead {
  brandId: string;
  workItemId: string;
  idempotencyKey: string | null;
  /** There is no room for it. */
  isAnswerLeftOut?: boolean;
  photoJobIds: readonly string[];
  /** The answer as it was when the lead was committed. */
  body: string;
}

interface Waiting {
  /** Jobs that are neither done nor put off. */
  jobIds: Set<string>;
  end(): void;
}

// More than end in the moment between a lead's commit and its answer.
const endedEarlyMax = 1_000;

export class LeadPhotos {
  readonly #runner: ActionRunner;
  readonly #options: LeadPhotosOptions;
  // By job.
  readonly #waiting = new Map<string, Waiting>();
  // Jobs that nobody was waiting for: another server can be done before this one knows of the commit.
  readonly #endedEarly = new Set<string>();
  #isClosed = false;

  constructor(runner: ActionRunner, options: LeadPhotosOptions) {
    this.#runner = runner;
    this.#options = options;
  }

  get waitMsMax(): number {
    return this.#options.waitMsMax;
  }

  /** The answer with what has become of the photos. The lead is there already: this never fails. */
  async answer(created: CreatedLead): Promise<string> {
    if (created.photoJobIds.length === 0) return created.body;
    const { brandId, workItemId, idempotencyKey, isAnswerLeftOut = false } = created;
    this.#options.wake();
    await this.#untilEnded(created.photoJobIds);
    try {
      const lead = { brandId, workItemId };
      return idempotencyKey === null
        ? await this.#runner.run('readLeadAnswer', lead)
        : await this.#runner.run('rememberLeadAnswer', {
            ...lead,
            idempotencyKey,
            isAnswerLeftOut,
          });
    } catch (error) {
      this.#options.onError(error);
      return created.body;
    }
  }

  /** A photo is done, or has failed and will be tried again later; here or on another server. */
  ended(jobId: string): void {
    const waiting = this.#waiting.get(jobId);
    if (!waiting) return this.#rememberEnd(jobId);
    this.#waiting.delete(jobId);
    waiting.jobIds.delete(jobId);
    if (waiting.jobIds.size === 0) waiting.end();
  }

  #rememberEnd(jobId: string): void {
    const [oldest] = this.#endedEarly;
    if (this.#endedEarly.size >= endedEarlyMax) this.#endedEarly.delete(oldest!);
    this.#endedEarly.add(jobId);
  }

  /** Nobody is kept waiting any longer. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of this.#waiting.values()) end();
  }

  #untilEnded(allJobIds: readonly string[]): Promise<void> {
    const { waitMsMax } = this.#options;
    const jobIds = allJobIds.filter((id) => !this.#endedEarly.delete(id));
    if (this.#isClosed || waitMsMax === 0 || jobIds.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        for (const id of jobIds) this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(end, waitMsMax);
      const waiting = { jobIds: new Set(jobIds), end };
      for (const id of jobIds) this.#waiting.set(id, waiting);
    });
  }
}
