// Work reports as PDF, drawn in a thread, one at a time. Brands take turns.
import { buffer } from 'node:stream/consumers';
import type { Requester } from '#core/fair-queue.ts';
import { thumbnailKey } from '#core/photos/asset-keys.ts';
import type { WorkReport } from '#core/reports/work-report.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import { LazyThread } from '#outbound/lazy-thread.ts';
import { FairSlots } from '#runner/fair-slots.ts';
import type { ReportToDraw } from './draw-report.ts';

const limits = { slots: 1, waitingMax: 200, waitingPerBrandMax: 10 };
const waitMsMax = 20_000;
const drawMsMax = 20_000;

export class ReportMaker {
  readonly #store: Pick<AssetStore, 'open'>;
  readonly #thread = new LazyThread<ReportToDraw, Uint8Array>({
    name: 'reports',
    module: 'server/reports/report-thread.ts',
  });
  readonly #slots = new FairSlots(limits);

  constructor(store: Pick<AssetStore, 'open'>) {
    this.#store = store;
  }

  /** Throws Overloaded when too many wait, or for too long. */
  make(who: Requester, report: WorkReport): Promise<Uint8Array> {
    return this.#slots.run(who, waitMsMax, () => this.#make(who.brandId, report));
  }

  /** For a mail, which is not sent without it. */
  makeForMail(brandId: string, report: WorkReport): Promise<Uint8Array> {
    const who = { brandId, caller: 'mail' };
    return this.#slots.runWhenFree(who, () => this.#make(brandId, report));
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #make(brandId: string, report: WorkReport): Promise<Uint8Array> {
    const photos: Uint8Array[] = [];
    for (const id of report.assetIds) {
      // A picture may be missing from the store: the report then lacks it.
      const found = await this.#store.open(thumbnailKey(brandId, id));
      if (found) photos.push(await buffer(found.stream));
    }
    try {
      return await this.#draw({ report, photos });
    } catch {
      // A broken picture of a caller fails it, or ends the thread: the report is drawn without those.
      return this.#draw({ report: withoutPictures(report), photos });
    }
  }

  async #draw(report: ReportToDraw): Promise<Uint8Array> {
    const timer = setTimeout(() => void this.#thread.close(), drawMsMax);
    try {
      return await this.#thread.request(report, new AbortController().signal);
    } finally {
      clearTimeout(timer);
    }
  }
}

function withoutPictures(report: WorkReport): WorkReport {
  const { signature } = report;
  return { ...report, logo: null, signature: signature && { ...signature, picture: null } };
}
