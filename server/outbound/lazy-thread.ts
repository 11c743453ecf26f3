// This side of a thread that talks to hosts of strangers. It is started at the first question: many
// installations have none for days. The other side is answer-in-thread.ts.
import { Worker } from 'node:worker_threads';
import { moduleOf, type ProgramPart, projectFile } from '#server/program.js';

export type ThreadMessage<Question> = { id: number; question: Question } | { giveUp: number };

/** A fault is a question that was given up, or our own mistake. */
export type ThreadReply<Answer> = { id: number } & ({ answer: Answer } | { fault: string });

interface ThreadOptions {
  module: Extract<ProgramPart, `server/outbound/${string}`>;
  name: string;
  settings: object;
  /** Has a lower priority than the other threads. */
  givesWay?: boolean;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const youngGenerationMbMax = 6;

/** Before it answered; the next question starts another. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

export class LazyThread<Question, Answer> {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  ask(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const id = ++this.#lastId;
    const worker = (this.#worker ??= this.#start());
    const post = (message: ThreadMessage<Question>) => worker.postMessage(message);
    const giveUp = () => post({ giveUp: id });
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal.addEventListener('abort', giveUp, { once: true });
      post({ id, question });
    }).finally(() => signal.removeEventListener('abort', giveUp));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { module, name, settings, givesWay = false } = this.#options;
    const worker = new Worker(projectFile('server/thread.js'), {
      name,
      workerData: { ...settings, module: moduleOf(module).href, givesWay },
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMbMax },
    });
    worker.on('message', (reply: ThreadReply<Answer>) => this.#settle(reply));
    // Its end follows.
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    worker.once('exit', () => {
      this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(this.#ended(cause));
      this.#waiting.clear();
    });
    return worker;
  }

  #ended(cause: unknown): ThreadEnded {
    const why = cause === undefined ? '' : `: ${(cause as Error).message}`;
    return new ThreadEnded(`${this.#options.name} ended${why}`, { cause });
  }

  #settle(reply: ThreadReply<Answer>): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('fault' in reply) waiting?.reject(new Error(reply.fault));
    else waiting?.resolve(reply.answer);
  }
}
