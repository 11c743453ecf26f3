// The pool of picture processes: started when needed, kept warm for a while, replaced when they end.
import { whyNoSandbox } from './confinement.ts';
import { PictureWorker } from './picture-worker.ts';
import type { ProcessLimits } from './start-picture-process.ts';

// Recycling the process bounds memory leaks of the decoders.
const picturesPerProcessMax = 100;

interface PictureWorkersOptions {
  idleMsMax: number;
  /** Start timeout of the first sandboxed process: long, since a busy machine is no reason to go without. */
  startMsMax: number;
  /** Delays before each retry of a sandbox that failed. */
  sandboxRetryMs: readonly number[];
  /** Called with the reason when processes start without a sandbox, and with null when it works again. */
  onSandbox(reason: string | null): void;
}

export class PictureWorkers {
  readonly #limits: Omit<ProcessLimits, 'isConfined'>;
  readonly #options: PictureWorkersOptions;
  readonly #all = new Set<PictureWorker>();
  readonly #idle = new Map<PictureWorker, NodeJS.Timeout>();
  #isClosed = false;
  // Null when the sandbox works. Once a process has started in it, it is never given up.
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
    // The most recently used process, so that the others can idle out.
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

  /** Falls back to no sandbox, until the next retry, when the process does not start in it. */
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
    // Another process may have started in it meanwhile.
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
