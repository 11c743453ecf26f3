// This side of a database thread: questions out, answers in, none waited for longer than allowed.
import type { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ActionName } from './action-runner.ts';
import { type Arrival, Arrivals, nowhere } from './arrivals.ts';
import { startThread, type ThreadModule } from './start-thread.ts';
import type { ThreadAnswer, ThreadNews, ThreadQuestion } from './thread-messages.ts';

interface ThreadOptions {
  name: string;
  module: ThreadModule;
  settings: object;
  waitMsMax: number;
  waitingMax: number;
  onAnswer(name: ActionName, tookMs: number): void;
  onCommit(tookMs: number): void;
  /** What the thread tells without having been asked. */
  onNews?(news: ThreadNews): void;
  /** The thread ended by itself, which it never should. */
  onDeath(error: Error): void;
}

interface Waiting extends Arrival {
  id: number;
  name: ActionName | 'close';
  resolve(output: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

const closeWaitMsMax = 10_000;
// Of the answer that no question was asked for.
const readyId = 0;

export class ActionThread {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #waiting = new Arrivals<Waiting>();
  #lastId = 0;
  #isClosing = false;

  static async start(options: ThreadOptions): Promise<ActionThread> {
    const thread = new ActionThread(options);
    await thread.#untilReady();
    return thread;
  }

  private constructor(options: ThreadOptions) {
    this.#options = options;
    this.#worker = startThread(options.name, options.module, options.settings);
  }

  get waiting(): number {
    return this.#waiting.count;
  }

  run(name: ActionName, input: unknown, waitMsMax?: number): Promise<unknown> {
    if (this.#isClosing) return Promise.reject(new DatabaseUnavailable('closing'));
    if (this.#waiting.count >= this.#options.waitingMax) {
      return Promise.reject(new DatabaseUnavailable(`${this.#options.name}: too many waiting`));
    }
    return this.#ask(name, input, waitMsMax);
  }

  /** Everything asked so far is answered first. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#ask('close', null, closeWaitMsMax);
    await this.#worker.terminate();
  }

  #ask(name: ActionName | 'close', input: unknown, givenMs?: number): Promise<unknown> {
    const id = ++this.#lastId;
    const waitMsMax = givenMs ?? this.#options.waitMsMax;
    const deadline = Date.now() + waitMsMax;
    const endsAtDeadline = givenMs !== undefined;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(id, waitMsMax), waitMsMax);
      this.#waiting.add({ id, name, resolve, reject, timer, place: nowhere });
      const question: ThreadQuestion = { id, name, input, deadline, endsAtDeadline };
      this.#worker.postMessage(question);
    });
  }

  #untilReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.once('error', reject);
      const onReady = () => {
        this.#worker.off('error', reject);
        this.#worker.on('error', (error) => this.#die(error as Error));
        this.#worker.on('exit', () => this.#die(new Error('exited')));
        resolve();
      };
      // There may be news before it is ready: it migrates first.
      this.#worker.on('message', (message: ThreadAnswer | ThreadNews) => {
        if ('news' in message) this.#options.onNews?.(message);
        else if (message.id === readyId) onReady();
        else this.#settle(message);
      });
    });
  }

  #settle({ id, output, error, tookMs, commitsMs }: ThreadAnswer): void {
    // Also when nobody waits any more: the slowest commits are those that calls were given up for.
    for (const commitMs of commitsMs) this.#options.onCommit(commitMs);
    const waiting = this.#take(id);
    // The answer to a call that was given up.
    if (!waiting) return;
    clearTimeout(waiting.timer);
    if (waiting.name !== 'close') this.#options.onAnswer(waiting.name, tookMs);
    if (error) waiting.reject(revive(error));
    else waiting.resolve(output);
  }

  #giveUp(id: number, waitedMs: number): void {
    const waiting = this.#take(id);
    if (!waiting) return;
    if (waiting.name !== 'close') this.#options.onAnswer(waiting.name, waitedMs);
    waiting.reject(new DatabaseUnavailable(`${this.#options.name}: no answer in time`));
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.find((one) => one.id === id);
    if (waiting) this.#waiting.remove(waiting);
    return waiting;
  }

  #die(error: Error): void {
    for (const waiting of this.#waiting.all()) {
      this.#waiting.remove(waiting);
      clearTimeout(waiting.timer);
      waiting.reject(
        new DatabaseUnavailable(`${this.#options.name}: thread ended`, { cause: error }),
      );
    }
    if (!this.#isClosing) this.#options.onDeath(error);
  }
}

function revive({ message, stack, isUnavailable }: NonNullable<ThreadAnswer['error']>): Error {
  const error = isUnavailable ? new DatabaseUnavailable(message) : new Error(message);
  error.stack = stack;
  return error;
}
