// The picture processes there are: started when needed, kept warm for a while, replaced when they end.
import { whyNoSandbox } from './confinement.ts';
import { PictureWorker } from './picture-worker.ts';
import type { ProcessLimits } from './start-picture-process.ts';

// Whatever the decoders may leak goes with the process.
const picturesPerProcessMax = 100;

export class PictureWorkers {
  #limits: Promise<ProcessLimits>;
  readonly #onNoSandbox: (reason: string) => void;
  readonly #idleMsMax: number;
  readonly #all = new Set<PictureWorker>();
  readonly #idle = new Map<PictureWorker, NodeJS.Timeout>();
  #isClosed = false;
  #hasStartedOne = false;

  constructor(
    limits: Omit<ProcessLimits, 'isConfined'>,
    { idleMsMax, onNoSandbox }: { idleMsMax: number; onNoSandbox: (reason: string) => void },
  ) {
    this.#idleMsMax = idleMsMax;
    this.#onNoSandbox = onNoSandbox;
    this.#limits = whyNoSandbox().then((reason) => {
      if (reason !== null) onNoSandbox(reason);
      return { ...limits, isConfined: reason === null };
    });
  }

  async take(): Promise<PictureWorker> {
    // The last one used, so that the others can go when there is little to do.
    const worker = [...this.#idle.keys()].at(-1);
    if (!worker) return this.#start(await this.#limits);
    this.#stopWaiting(worker);
    return worker;
  }

  putBack(worker: PictureWorker): void {
    this.#hasStartedOne ||= worker.isReady;
    const { startFailure } = worker;
    if (startFailure !== null && !this.#hasStartedOne) void this.#leaveSandbox(startFailure);
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

  /** A sandbox in which the program does not even start must not stop all photos. */
  async #leaveSandbox(reason: string): Promise<void> {
    const limits = await this.#limits;
    if (!limits.isConfined) return;
    this.#limits = Promise.resolve({ ...limits, isConfined: false });
    this.#onNoSandbox(reason);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((worker) => worker.end()));
  }

  #start(limits: ProcessLimits): PictureWorker {
    const worker = new PictureWorker(limits);
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
