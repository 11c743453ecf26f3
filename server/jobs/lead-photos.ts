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
  photosPending: number;
  /** The answer as it was when the lead was committed. */
  body: string;
}

interface Waiting {
  photosPending: number;
  /** The positions that need no more waiting for. */
  ended: Set<number>;
  end(): void;
}

export class LeadPhotos {
  readonly #runner: ActionRunner;
  readonly #options: LeadPhotosOptions;
  readonly #waiting = new Map<string, Waiting>();
  #isClosed = false;

  constructor(runner: ActionRunner, options: LeadPhotosOptions) {
    this.#runner = runner;
    this.#options = options;
  }

  /** The answer with what has become of the photos. The lead is there already: this never fails. */
  async answer(lead: CreatedLead): Promise<string> {
    if (lead.photosPending === 0) return lead.body;
    const { brandId, workItemId, idempotencyKey } = lead;
    this.#options.wake();
    await this.#untilEnded(workItemId, lead.photosPending);
    try {
      return await this.#runner.run('completeLeadAnswer', { brandId, workItemId, idempotencyKey });
    } catch (error) {
      this.#options.onError(error);
      return lead.body;
    }
  }

  /** A photo is done, or has failed and will be tried again later. */
  ended(workItemId: string, position: number): void {
    const waiting = this.#waiting.get(workItemId);
    if (!waiting) return;
    waiting.ended.add(position);
    if (waiting.ended.size >= waiting.photosPending) waiting.end();
  }

  /** Nobody is kept waiting any longer. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of this.#waiting.values()) end();
  }

  #untilEnded(workItemId: string, photosPending: number): Promise<void> {
    const { waitMsMax } = this.#options;
    if (this.#isClosed || waitMsMax === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(workItemId);
        resolve();
      };
      const timer = setTimeout(end, waitMsMax);
      this.#waiting.set(workItemId, { photosPending, ended: new Set(), end });
    });
  }
}
