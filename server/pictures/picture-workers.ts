// The picture processes there are: started when needed, kept warm for a while, replaced when they end.
import { PictureWorker } from './picture-worker.ts';
import type { ProcessLimits } from './start-picture-process.ts';

// Whatever the decoders may leak goes with the process.
const picturesPerProcessMax = 100;

export class PictureWorkers {
  readonly #limits: ProcessLimits;
  readonly #idleMsMax: number;
  readonly #all = new Set<PictureWorker>();
  readonly #idle = new Map<PictureWorker, NodeJS.Timeout>();
  #isClosed = false;

  constructor(limits: ProcessLimits, idleMsMax: number) {
    this.#limits = limits;
    this.#idleMsMax = idleMsMax;
  }

  take(): PictureWorker {
    // The last one used, so that the others can go when there is little to do.
    const worker = [...this.#idle.keys()].at(-1);
    if (!worker) return this.#start();
    this.#stopWaiting(worker);
    return worker;
  }

  putBack(worker: PictureWorker): void {
    if (!worker.isAlive) return;
    if (this.#isClosed || worker.picturesTaken >= picturesPerProcessMax) {
      void worker.end();
      return;
    }
    const waiting = setTimeout(() => {
      this.#stopWaiting(worker);
      void worker.end();
    }, this.#idleMsMax);
    this.#idle.set(worker, waiting);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((worker) => worker.end()));
  }

  #start(): PictureWorker {
    const worker = new PictureWorker(this.#limits);
    this.#all.add(worker);
    void this.#forgetAtEnd(worker);
    return worker;
  }

  async #forgetAtEnd(worker: PictureWorker): Promise<void> {
    await worker.ended;
    this.#all.delete(worker);
    this.#stopWaiting(worker);
  }

  #stopWaiting(worker: PictureWorker): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
  }
}
