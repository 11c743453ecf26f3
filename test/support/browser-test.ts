// Replaces node:test in browser tests: without a browser they are skipped with their hooks.
import * as runner from 'node:test';
import { openChromium } from './chromium.ts';
import { needs } from './needs.ts';

type Run = (t: runner.TestContext) => void | Promise<void>;

export const chromium = await openChromium();
const skip = chromium ? false : needs('a browser');

export const before: typeof runner.before = skip ? () => {} : runner.before;

/** At the end of a file; call it once. */
export function after(tidyUp: () => Promise<unknown> | undefined): void {
  if (skip) return;
  runner.after(async () => {
    try {
      await tidyUp();
    } finally {
      // It would keep the process alive.
      await chromium!.close();
    }
  });
}

// The original function where possible, so that a failure names the test's line.
export const test: (name: string, ...rest: [Run] | [runner.TestOptions, Run]) => unknown = skip
  ? (name: string, ..._rest: unknown[]) => runner.test(name, { skip })
  : (runner.test as typeof test);
