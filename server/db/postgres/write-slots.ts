import { DeadlineExceeded } from './time-left.ts';

/** A FIFO semaphore for writes. */
export class WriteSlots {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  async take(waitMsMax: number): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.delete(begin);
        reject(new DeadlineExceeded('no connection in time'));
      }, waitMsMax);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#queue.add(begin);
    });
  }

  release(): void {
    const [next] = this.#queue;
    if (!next) {
      this.#free++;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}
