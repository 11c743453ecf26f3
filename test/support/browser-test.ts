// What browser tests use instead of node:test: where no browser is to be had, they are skipped with their hooks.
import * as runner from 'node:test';
import { openChromium } from './chromium.ts';
import { needs } from './needs.ts';

type Run = (t: runner.TestContext) => void | Promise<void>;

export const chromium = await openChromium();
export const skip = chromium ? false : needs('a browser');

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

export function test(name: string, run: Run): void;
export function test(name: string, options: runner.TestOptions, run: Run): void;
export function test(name: string, ...rest: [Run] | [runner.TestOptions, Run]): void {
  const options = rest.length === 2 ? rest[0] : {};
  void runner.test(name, { ...options, skip }, rest.at(-1) as Run);
}
