// Delays the response to a create until the lead's photos are done, up to a limit.
import type { ActionRunner } from '#runner/action-runner.ts';

interface LeadPhotosOptions {
  waitMsMax: number;
  /** Wakes the worker that fetches photos. */
  wake(): void;
  onError(error: unknown): void;
}

interface CreatedLead {
  brandId: string;
  workItemId: string;
  idempotencyKey: string | null;
  /** The brand's quota for stored responses is full. */
  isAnswerOmitted?: boolean;
  photoJobIds: readonly string[];
  /** The response body as of the lead's commit. */
  body: string;
}

interface Waiting {
  /** Jobs that are neither done nor postponed. */
  jobIds: Set<string>;
  end(): void;
}

// More than can end between a lead's commit and its response.
const endedEarlyMax = 1_000;

export class LeadPhotos {
  readonly #runner: ActionRunner;
  readonly #options: LeadPhotosOptions;
  // By job id.
  readonly #waiting = new Map<string, Waiting>();
  // Jobs that ended before anybody waited: another server can be faster than our reply to the commit.
  readonly #endedEarly = new Set<string>();
  #isClosed = false;

  constructor(runner: ActionRunner, options: LeadPhotosOptions) {
    this.#runner = runner;
    this.#options = options;
  }

  get waitMsMax(): number {
    return this.#options.waitMsMax;
  }

  /** Returns the response body with the photos' outcomes. Never fails: the lead is already committed. */
  async answer(created: CreatedLead): Promise<string> {
    if (created.photoJobIds.length === 0) return created.body;
    const { brandId, workItemId, idempotencyKey, isAnswerOmitted = false } = created;
    await this.settled(created.photoJobIds);
    try {
      const lead = { brandId, workItemId };
      return idempotencyKey === null
        ? await this.#runner.run('readLeadAnswer', lead)
        : await this.#runner.run('rememberLeadAnswer', {
            ...lead,
            idempotencyKey,
            isAnswerOmitted,
          });
    } catch (error) {
      this.#options.onError(error);
      return created.body;
    }
  }

  /** Wakes the worker, and waits for the photos up to the limit. */
  settled(photoJobIds: readonly string[]): Promise<void> {
    if (photoJobIds.length > 0) this.#options.wake();
    return this.#untilEnded(photoJobIds);
  }

  /** A photo is done or postponed, here or on another server. */
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

  /** Answers all waiting requests immediately. */
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
