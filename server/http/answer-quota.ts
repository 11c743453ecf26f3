// Whether there is room for one more answer to a call with an Idempotency-Key. Without room the key is remembered all the
// same, and whoever repeats the call gets the work item as it is by then.
import { BrandQuota } from '#core/requests/brand-quota.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

interface AnswerQuotaOptions {
  bytesMax: number;
  /** An answer was left out. */
  onDropped(count: number): void;
  onError(error: unknown): void;
}

export class AnswerQuota {
  readonly #runner: ActionRunner;
  readonly #options: AnswerQuotaOptions;
  readonly #quota: BrandQuota;
  // Brands that are being measured.
  readonly #underWay = new Set<string>();

  constructor(runner: ActionRunner, options: AnswerQuotaOptions) {
    this.#runner = runner;
    this.#options = options;
    this.#quota = new BrandQuota(options.bytesMax);
  }

  isFull(brandId: string): boolean {
    return this.#quota.isFull(brandId);
  }

  /**
   * A lead was made, with an answer of that length, which was stored or left out. What was left out counts too: so a
   * full brand is measured again, and found to have room when older answers have expired.
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
    if (this.#underWay.has(brandId)) return;
    this.#underWay.add(brandId);
    try {
      this.#quota.measured(brandId, await this.#runner.run('measureAnswers', { brandId }));
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#underWay.delete(brandId);
    }
  }
}
