// The interface through which the rest of the program runs actions, in whichever thread. It imports
// only the types of actions: the main thread does not load the code of the database threads.
import type { Actions, ActionName } from './action-kinds.ts';

// Actions without input take null.
type ActionInput<N extends ActionName> =
  Parameters<Actions[N]> extends [unknown, infer Input, ...unknown[]] ? Input : null;
type ActionOutput<N extends ActionName> = Awaited<ReturnType<Actions[N]>>;

export interface RunOptions {
  /**
   * Cancels the action at this deadline, unless it is committing. By default the caller waits
   * `DATABASE_WAIT_MS`, and the action goes on after a timeout.
   */
  waitMsMax?: number | undefined;
  /** The key or member; callers of a brand take turns. */
  caller?: string | undefined;
  /** The action waited in a queue of its own, so it starts whenever any time is left. */
  isQueued?: boolean;
}

export type RunAction = <N extends ActionName>(
  name: N,
  input: ActionInput<N>,
) => Promise<ActionOutput<N>>;

export interface ActionRunner {
  run<N extends ActionName>(
    name: N,
    input: ActionInput<N>,
    options?: RunOptions,
  ): Promise<ActionOutput<N>>;
  /** Pending calls. */
  waiting(): { reads: number; writes: number };
  close(): Promise<void>;
}

/** Migrating a large database takes long. */
export const migrationWaitMsMax = 60 * 60 * 1000;
