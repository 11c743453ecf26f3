// This side of a database thread: questions out, answers in, none waited for longer than allowed. How many there are at a
// time is for whoever asks.
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Worker,
} from 'node:worker_threads';
import { DatabaseUnavailable } from '#db/database.ts';
import { monotonicMs } from '#db/monotonic.ts';
import type { ActionName } from './action-runner.ts';
import type { Begun } from './admission.ts';
import { revived } from './carried-errors.ts';
import { startThread, type ThreadModule } from './start-thread.ts';
import type { ThreadAnswer, ThreadNews, ThreadQuestion } from './thread-messages.ts';

interface ThreadOptions {
  name: string;
  module: ThreadModule;
  settings: object;
  onAnswer(name: ActionName, tookMs: number): void;
  onCommit(tookMs: number): void;
  /** What the thread tells without having been asked. */
  onNews?(news: ThreadNews): void;
  /** The thread ended by itself, which it never should. */
  onDeath(error: Error): void;
}

interface Asked {
  name: ActionName | 'close';
  isGivenUp: boolean;
  resolve(output: unknown): void;
  reject(error: Error): void;
  end(): void;
  timer: NodeJS.Timeout;
}

interface Limit {
  waitMsMax: number;
  /** Whether the work is of no use to anybody then, and is to be left undone. */
  endsAtDeadline: boolean;
}

const closeWaitMsMax = 10_000;
// Of the answer that no question was asked for.
const readyId = 0;

export class ActionThread {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;
  #isClosing = false;
  #onReady: (() => void) | undefined;

  static async start(options: ThreadOptions): Promise<ActionThread> {
    const thread = new ActionThread(options);
    await thread.#untilReady();
    return thread;
  }

  private constructor(options: ThreadOptions) {
    this.#options = options;
    const { port1, port2: port } = new MessageChannel();
    this.#port = port1;
    this.#worker = startThread(options.name, options.module, { ...options.settings, port }, [port]);
  }

  run(name: ActionName, input: unknown, limit: Limit): Begun<unknown> {
    if (!this.#isClosing) return this.#ask(name, input, limit);
    return { answer: Promise.reject(new DatabaseUnavailable('closing')), end: Promise.resolve() };
  }

  /** Everything asked so far is answered first. */
  async close(): Promise<void> {
    this.#isClosing = true;
    try {
      await this.#ask('close', null, { waitMsMax: closeWaitMsMax, endsAtDeadline: false }).answer;
    } finally {
      await this.#worker.terminate();
    }
  }

  #ask(name: ActionName | 'close', input: unknown, limit: Limit): Begun<unknown> {
    const { waitMsMax, endsAtDeadline } = limit;
    const id = ++this.#lastId;
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>();
    const { promise: end, resolve: onEnd } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.#giveUp(id, waitMsMax), waitMsMax);
    this.#asked.set(id, { name, isGivenUp: false, resolve, reject, end: onEnd, timer });
    const deadline = monotonicMs() + waitMsMax;
    const question: ThreadQuestion = { id, name, input, deadline, endsAtDeadline };
    this.#port.postMessage(question);
    return { answer, end };
  }

  #untilReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.once('error', reject);
      this.#onReady = () => {
        this.#worker.off('error', reject);
        this.#worker.on('error', (error) => this.#die(error as Error));
        this.#worker.on('exit', () => this.#die(new Error('exited')));
        resolve();
      };
      this.#port.on('message', (message) => this.#take(message));
    });
  }

  // There may be news before it is ready: it migrates first.
  #take(message: ThreadAnswer | ThreadNews): void {
    if ('news' in message) this.#options.onNews?.(message);
    else if (message.id === readyId) this.#onReady?.();
    else this.#settle(message);
  }

  #settle({ id, output, error, tookMs, commitsMs }: ThreadAnswer): void {
    // Also when nobody waits any more: the slowest commits are those that calls were given up for.
    for (const commitMs of commitsMs) this.#options.onCommit(commitMs);
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    asked.end();
    if (asked.isGivenUp) return;
    clearTimeout(asked.timer);
    if (asked.name !== 'close') this.#options.onAnswer(asked.name, tookMs);
    if (error) asked.reject(revived(error));
    else asked.resolve(output);
  }

  #giveUp(id: number, waitedMs: number): void {
    const asked = this.#asked.get(id)!;
    asked.isGivenUp = true;
    if (asked.name !== 'close') this.#options.onAnswer(asked.name, waitedMs);
    asked.reject(new DatabaseUnavailable(`${this.#options.name}: no answer in time`));
  }

  #die(error: Error): void {
    // It may have answered before it ended.
    for (let here; (here = receiveMessageOnPort(this.#port));) this.#take(here.message);
    for (const asked of this.#asked.values()) {
      clearTimeout(asked.timer);
      const ended = `${this.#options.name}: thread ended`;
      asked.reject(new DatabaseUnavailable(ended, { cause: error }));
      asked.end();
    }
    this.#asked.clear();
    if (!this.#isClosing) this.#options.onDeath(error);
  }
}
