// The main thread's view of a database thread: every action has a timeout. Callers limit the concurrency.
import { DatabaseUnavailable } from '#db/database.ts';
import { monotonicMs } from '#db/monotonic.ts';
import { type RpcClient, WorkerExited } from '#runtime/rpc-client.ts';
import { startThread, type ThreadOptions } from '#runtime/start-thread.ts';
import type { ActionName } from './action-kinds.ts';
import type { Begun } from './admission.ts';
import { deserializeError } from './thread-errors.ts';
import type { ActionRequest, ActionResponse, ThreadEvent } from './thread-messages.ts';

interface ActionThreadOptions extends ThreadOptions<ThreadEvent> {
  onAnswer(name: ActionName, tookMs: number): void;
  onCommit(tookMs: number): void;
  /** Called when the thread exits on its own, which it never should. */
  onDeath(error: Error): void;
}

interface Limit {
  waitMsMax: number;
  /** Whether to cancel the action at the deadline. */
  endsAtDeadline: boolean;
}

export class ActionThread {
  readonly #options: ActionThreadOptions;
  readonly #rpc: RpcClient<ActionRequest, ActionResponse, ThreadEvent>;

  static async start(options: ActionThreadOptions): Promise<ActionThread> {
    const thread = new ActionThread(options);
    await thread.#rpc.ready;
    void thread.#rpc.died.then(options.onDeath);
    return thread;
  }

  private constructor(options: ActionThreadOptions) {
    this.#options = options;
    this.#rpc = startThread(options);
  }

  run(name: ActionName, input: unknown, { waitMsMax, endsAtDeadline }: Limit): Begun<unknown> {
    const { name: thread, onAnswer, onCommit } = this.#options;
    const deadline = monotonicMs() + waitMsMax;
    const response = this.#rpc.request({ name, input, deadline, endsAtDeadline });
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>();
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      onAnswer(name, waitMsMax);
      reject(new DatabaseUnavailable(`${thread}: no answer in time`));
    }, waitMsMax);
    const settle = async () => {
      try {
        const { output, error, tookMs, commitsMs } = await response;
        // Also after the timeout: the slowest commits are the ones that timed out.
        for (const commitMs of commitsMs) onCommit(commitMs);
        if (isTimedOut) return;
        onAnswer(name, tookMs);
        if (error) reject(deserializeError(error));
        else resolve(output);
      } catch (cause) {
        const isGone = cause instanceof WorkerExited;
        reject(isGone ? new DatabaseUnavailable(`${thread}: thread ended`, { cause }) : cause);
      } finally {
        clearTimeout(timer);
      }
    };
    return { answer, end: settle() };
  }

  /** Pending actions finish first. */
  close(): Promise<void> {
    return this.#rpc.close();
  }
}
