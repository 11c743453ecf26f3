// The picture processes there are: started when needed, kept warm for a while, replaced when they end.
import { whyNoSandbox } from './confinement.ts';
import { PictureWorker } from './picture-worker.ts';
import type { ProcessLimits } from './start-picture-process.ts';

// Whatever the decoders may leak goes with the process.
const picturesPerProcessMax = 100;

interface PictureWorkersOptions {
  idleMsMax: number;
  /** For the first one in a sandbox. A machine that is busy is no reason to do without. */
  startMsMax: number;
  /** After so long each, a sandbox that could not be used is tried again. */
  sandboxRetryMs: readonly number[];
  /** Hears why processes start without a sandbox, and null when they have one again. */
  onSandbox(reason: string | null): void;
}

export class PictureWorkers {
  readonly #limits: Omit<ProcessLimits, 'isConfined'>;
  readonly #options: PictureWorkersOptions;
  readonly #all = new Set<PictureWorker>();
  readonly #idle = new Map<PictureWorker, NodeJS.Timeout>();
  #isClosed = false;
  // Null when there is a sandbox. One in which a process has started is never left again.
  #whyNoSandbox: Promise<string | null>;
  #isProven = false;
  #failures = 0;
  #retryAt = Infinity;
  #toldReason: string | null = null;

  constructor(limits: Omit<ProcessLimits, 'isConfined'>, options: PictureWorkersOptions) {
    this.#limits = limits;
    this.#options = options;
    this.#whyNoSandbox = this.#trySandbox();
  }

  async take(): Promise<PictureWorker> {
    // The last one used, so that the others can go when there is little to do.
    const worker = [...this.#idle.keys()].at(-1);
    if (!worker) return this.#startInSandbox();
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
    }, this.#options.idleMsMax);
    this.#idle.set(worker, waiting);
  }

  /** In one in which the program does not start, no picture would ever be made: then without, until it is tried again. */
  async #startInSandbox(): Promise<PictureWorker> {
    if (performance.now() >= this.#retryAt) this.#whyNoSandbox = this.#trySandbox();
    if ((await this.#whyNoSandbox) !== null) return this.#start(false);
    const worker = this.#start(true);
    if (this.#isProven) return worker;
    const reason = await worker.whyNotStarted(this.#options.startMsMax);
    if (this.#isClosed) return worker;
    if (reason === null) {
      this.#isProven = true;
      this.#tell(null);
      return worker;
    }
    void worker.end();
    // Another one may have started in it meanwhile.
    if (this.#isProven) return this.#start(true);
    this.#whyNoSandbox = Promise.resolve(reason);
    this.#planRetry(reason);
    return this.#start(false);
  }

  async #trySandbox(): Promise<string | null> {
    this.#retryAt = Infinity;
    const reason = await whyNoSandbox();
    if (reason !== null) this.#planRetry(reason);
    return reason;
  }

  #planRetry(reason: string): void {
    const inMs = this.#options.sandboxRetryMs[this.#failures++] ?? Infinity;
    this.#retryAt = performance.now() + inMs;
    this.#tell(reason);
  }

  #tell(reason: string | null): void {
    if (reason === this.#toldReason) return;
    this.#toldReason = reason;
    this.#options.onSandbox(reason);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((worker) => worker.end()));
  }

  #start(isConfined: boolean): PictureWorker {
    const worker = new PictureWorker({ ...this.#limits, isConfined });
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
