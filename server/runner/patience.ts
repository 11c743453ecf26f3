// How long one request waits for the database in all, however many questions it has. Each question alone would be
// answered or given up in time; one after the other, while something is slow, they would add up.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Overloaded } from '#db/database.ts';
import type { ActionRunner } from './action-runner.ts';

interface Answer {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
}

/**
 * Only the time in which at least one question waits for its answer is counted: a body that arrives slowly, or photos
 * that are waited for, are no fault of the database.
 */
export class Patience {
  readonly #waitMsMax: number;
  readonly #answer: Answer;
  #leftMs: number;
  #questions = 0;
  #since = 0;

  /** Until the answer has begun, or nobody waits for it any more. */
  constructor(waitMsMax: number, answer: Answer) {
    this.#waitMsMax = waitMsMax;
    this.#answer = answer;
    this.#leftMs = waitMsMax;
  }

  get isOver(): boolean {
    return this.#answer.headersSent || this.#answer.destroyed;
  }

  /** `ask` is told how long it may wait. */
  async spend<Answer>(ask: (waitMsMax: number) => Promise<Answer>): Promise<Answer> {
    const now = performance.now();
    if (this.#questions === 0) this.#since = now;
    const leftMs = this.#leftMs - (now - this.#since);
    if (leftMs <= 0) throw new Overloaded('the request has no time left');
    this.#questions++;
    try {
      return await ask(leftMs);
    } finally {
      this.#questions--;
      if (this.#questions === 0) this.#leftMs -= performance.now() - this.#since;
    }
  }

  renew(share: number): void {
    this.#leftMs = Math.max(this.#leftMs, this.#waitMsMax * share);
    this.#since = performance.now();
  }
}

const ofThisRequest = new AsyncLocalStorage<Patience>();

/** All that the work asks, and what comes of it, draws on this. */
export function withPatience(patience: Patience, work: () => void): void {
  ofThisRequest.run(patience, work);
}

/** Null for what is done for no request, or when the request was answered. */
export function patienceOfRequest(): Patience | null {
  const patience = ofThisRequest.getStore();
  return !patience || patience.isOver ? null : patience;
}

/** For work of many steps, when one is done: the next may take as long as the first, or that share of it. */
export function renewPatience(share = 1): void {
  ofThisRequest.getStore()?.renew(share);
}

/**
 * For requests. Whatever goes on behind them (jobs, the log) asks the runner itself, also where a request has set it
 * going: its questions may take as long as they always do. Where requests are not followed, each question has `waitMsEach`.
 */
export function patientRunner(runner: ActionRunner, waitMsEach?: number): ActionRunner {
  return {
    ...runner,
    run(name, input, options = {}) {
      const patience = patienceOfRequest();
      if (!patience) return runner.run(name, input, { waitMsMax: waitMsEach, ...options });
      const { waitMsMax = Infinity } = options;
      return patience.spend((leftMs) =>
        runner.run(name, input, { ...options, waitMsMax: Math.min(leftMs, waitMsMax) }),
      );
    },
  };
}
