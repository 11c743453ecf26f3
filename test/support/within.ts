// How long tests wait. The machine may be used by others too, who let everything take several times as long for a while.
import { test, type TestContext, type TestOptions } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = { least: 20, most: 200 };
// Of the time waited so far: who waits long looks seldom, and leaves the processor to others.
const pollShare = 0.1;
const patienceMs = 90_000;
// Between two looks: others may use the machine for longer than one look takes.
const pausesMs = [1_000, 3_000, 10_000];
const looksMax = pausesMs.length + 1;

/** It took longer than it may: a fault of the program, or others used the machine. */
export class TooSlow extends Error {}

/** Waits for something that tells nobody when it happens, and that nobody promised to happen soon. */
export async function eventually(hasHappened: () => Promise<boolean>): Promise<void> {
  if (await happensWithin(patienceMs, hasHappened)) return;
  throw new Error(`it did not happen within ${patienceMs} ms`);
}

/** Waits for something that has to happen in time: whoever looks later has to see it. */
export async function within(
  waitMsMax: number,
  hasHappened: () => Promise<boolean>,
): Promise<void> {
  if (await happensWithin(waitMsMax, hasHappened)) return;
  throw new TooSlow(`it did not happen within ${waitMsMax} ms`);
}

async function happensWithin(ms: number, hasHappened: () => Promise<boolean>): Promise<boolean> {
  const beganAt = performance.now();
  for (;;) {
    const waitedMs = performance.now() - beganAt;
    if (await hasHappened()) return true;
    if (waitedMs > ms) return false;
    await wait(Math.min(Math.max(waitedMs * pollShare, pollMs.least), pollMs.most));
  }
}

export function assertInTime(tookMs: number, mostMs: number, what: string): void {
  if (tookMs >= mostMs) {
    throw new TooSlow(`${what} took ${Math.round(tookMs)} ms of ${Math.round(mostMs)} ms`);
  }
}

/**
 * A test of how long something takes. What came too late is looked at again, a few times: a program that is too slow
 * is so each time. Whatever else goes wrong does so at once.
 */
export function timelyTest(
  name: string,
  look: (t: TestContext) => Promise<void>,
  options: TestOptions = {},
): void {
  test(name, options, (t) => lookAgainIfSlow(t, () => look(t)));
}

export async function lookAgainIfSlow(
  t: Pick<TestContext, 'diagnostic'>,
  look: () => Promise<void>,
  pauseFor: (ms: number) => Promise<unknown> = wait,
): Promise<void> {
  for (let looks = 1; ; looks++) {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof TooSlow) || looks === looksMax) throw error;
      t.diagnostic(`look ${looks}: ${error.message}`);
      await pauseFor(pausesMs[looks - 1]!);
    }
  }
}
