// What browser tests use instead of node:test: where no browser is to be had, they are skipped with their hooks.
import * as runner from 'node:test';
import { openChromium } from './chromium.ts';
import { needs } from './needs.ts';

type Run = (t: runner.TestContext) => void | Promise<void>;

export const chromium = await openChromium();
const skip = chromium ? false : needs('a browser');

export const before: typeof runner.before = skip ? () => {} : runner.before;

/** At the end of a file, which has this once. */
export function after(tidyUp: () => Promise<unknown> | undefined): void {
  if (skip) return;
  runner.after(async () => {
    try {
      await tidyUp();
    } finally {
      // It would keep the process from ending.
      await chromium!.close();
    }
  });
}

// The very function where it can be: a failure then names the line of the test.
export const test: (name: string, ...rest: [Run] | [runner.TestOptions, Run]) => unknown = skip
  ? (name: string, ..._rest: unknown[]) => runner.test(name, { skip })
  : (runner.test as typeof test);
