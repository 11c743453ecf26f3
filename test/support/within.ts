// How long tests wait. A shared machine may be several times slower for a while.
import { test, type TestContext, type TestOptions } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = { least: 20, most: 200 };
// Polls less often the longer it waits, to leave the CPU to others.
const pollShare = 0.1;
const patienceMs = 90_000;
// Pauses between attempts: a busy phase may outlast one attempt.
const pausesMs = [1_000, 3_000, 10_000];
const looksMax = pausesMs.length + 1;

/** It took too long: a bug, or a busy machine. */
export class TooSlow extends Error {}

/** Waits for something without a deadline or a notification. */
export async function eventually(hasHappened: () => Promise<boolean>): Promise<void> {
  if (await happensWithin(patienceMs, hasHappened)) return;
  throw new Error(`it did not happen within ${patienceMs} ms`);
}

/** Waits for something that must happen in time. */
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
 * A test of how long something takes. A slow attempt is repeated a few times: a slow program is
 * slow every time. Any other failure is final.
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
