// Bounds the responses stored for Idempotency-Keys, per brand. Over the quota only the key is
// stored, and a retry gets the work item in its current state.
import { BrandQuota } from '#core/requests/brand-quota.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

interface AnswerQuotaOptions {
  bytesMax: number;
  /** A response was not stored. */
  onDropped(count: number): void;
  onError(error: unknown): void;
}

export class AnswerQuota {
  readonly #runner: ActionRunner;
  readonly #options: AnswerQuotaOptions;
  readonly #quota: BrandQuota;
  readonly #measuring = new Set<string>();

  constructor(runner: ActionRunner, options: AnswerQuotaOptions) {
    this.#runner = runner;
    this.#options = options;
    this.#quota = new BrandQuota(options.bytesMax);
  }

  isFull(brandId: string): boolean {
    return this.#quota.isFull(brandId);
  }

  /**
   * Counts the response to a new lead, stored or not. Responses that were not stored count too, so
   * that a full brand is measured again and regains room when older responses expire.
   */
  made(brandId: string, length: number, isLeftOut: boolean): void {
    this.#quota.add(brandId, length);
    if (isLeftOut) this.#options.onDropped(1);
    if (this.#quota.isDue(brandId)) void this.#measure(brandId);
  }

  get fullest(): number {
    return this.#quota.fullest;
  }

  async #measure(brandId: string): Promise<void> {
    if (this.#measuring.has(brandId)) return;
    this.#measuring.add(brandId);
    try {
      this.#quota.measured(brandId, await this.#runner.run('measureAnswers', { brandId }));
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#measuring.delete(brandId);
    }
  }
}
