// Bounds the stored refused leads per brand: beyond the quota, the oldest are dropped in the background.
import type { LoggedRequestCells } from '#actions/logged-requests.ts';
import { intakeRowBytes } from '#core/intakes/refused-request.ts';
import { BrandQuota, quotaKept } from '#core/requests/brand-quota.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

export interface RefusedLeadsQuotaOptions {
  /** Per brand. */
  bytesMax: number;
  /** Refused leads that were dropped. */
  onDropped(count: number): void;
  onError(error: unknown): void;
}

export class RefusedLeadsQuota {
  readonly #runner: ActionRunner;
  readonly #options: RefusedLeadsQuotaOptions;
  readonly #quota: BrandQuota;
  // Brands to measure.
  readonly #due = new Set<string>();
  #bounding: Promise<void> | undefined;
  #isClosed = false;

  constructor(runner: ActionRunner, options: RefusedLeadsQuotaOptions) {
    this.#runner = runner;
    this.#options = options;
    this.#quota = new BrandQuota(options.bytesMax);
  }

  count(written: readonly LoggedRequestCells[]): void {
    for (const [brandId, , , , , , , , , , body] of written) {
      if (body === null) continue;
      this.#quota.add(brandId, Buffer.byteLength(body) + intakeRowBytes);
      if (this.#quota.isDue(brandId)) this.#due.add(brandId);
    }
    // In the background: there may be much to delete.
    if (this.#due.size > 0 && !this.#isClosed) this.#bounding ??= this.#boundAll();
  }

  /** The use of the fullest brand, as a ratio. */
  get fullest(): number {
    return this.#quota.fullest;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#bounding;
  }

  async #boundAll(): Promise<void> {
    for (const brandId of this.#due) {
      if (this.#isClosed) break;
      this.#due.delete(brandId);
      await this.#bound(brandId);
    }
    this.#bounding = undefined;
  }

  /** After an error, the next refused lead of the brand tries again. */
  async #bound(brandId: string): Promise<void> {
    const bytesKept = Math.floor(this.#quota.bytesMax * quotaKept);
    try {
      let bytes = await this.#runner.run('measureRefusedLeads', { brandId });
      let afterId = nilUuid;
      while (bytes > bytesKept && !this.#isClosed) {
        const excess = { brandId, afterId, bytes: bytes - bytesKept };
        const { dropped, freed, lastId } = await this.#runner.run('dropRefusedLeads', excess);
        if (lastId === null) break;
        afterId = lastId;
        this.#options.onDropped(dropped);
        bytes -= freed;
      }
      this.#quota.measured(brandId, bytes);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
