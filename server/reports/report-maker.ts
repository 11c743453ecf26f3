// Work reports as PDF, drawn in a thread, one at a time.
import { buffer } from 'node:stream/consumers';
import { thumbnailKey } from '#core/photos/asset-keys.ts';
import type { WorkReport } from '#core/reports/work-report.ts';
import { Overloaded } from '#db/database.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import { LazyThread } from '#outbound/lazy-thread.ts';
import type { ReportToDraw } from './draw-report.ts';

const waitingMax = 20;
const drawMsMax = 20_000;

export class ReportMaker {
  readonly #store: Pick<AssetStore, 'open'>;
  readonly #thread = new LazyThread<ReportToDraw, Uint8Array>({
    name: 'reports',
    module: 'server/reports/report-thread.ts',
  });
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(store: Pick<AssetStore, 'open'>) {
    this.#store = store;
  }

  /** Throws Overloaded when too many wait. */
  make(brandId: string, report: WorkReport): Promise<Uint8Array> {
    if (this.#waiting >= waitingMax) {
      return Promise.reject(new Overloaded('too many work reports wait'));
    }
    this.#waiting++;
    const made = this.#last.then(() => this.#make(brandId, report)).finally(() => this.#waiting--);
    this.#last = made.catch(() => {});
    return made;
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
