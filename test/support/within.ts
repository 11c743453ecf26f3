import { setTimeout as wait } from 'node:timers/promises';

const pollEveryMs = 20;

/** Waits for something that tells nobody when it happens. */
export async function within(
  waitMsMax: number,
  hasHappened: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + waitMsMax;
  while (!(await hasHappened())) {
    if (performance.now() > deadline) throw new Error(`it did not happen within ${waitMsMax} ms`);
    await wait(pollEveryMs);
  }
}
