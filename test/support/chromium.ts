// The Chromium of the browser tests. A run launches one for all files, passed on in TEST_BROWSER; a
// file run alone launches its own.
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { browserAt, browsersToTry } from './find-chromium.ts';

// A browser that does not start in time is skipped.
const launchMsMax = 30_000;

/** The run's browser, or one of this process; null if there is none. */
export async function openChromium(): Promise<Browser | null> {
  const shared = process.env['TEST_BROWSER'];
  if (shared === 'none') return null;
  if (shared) return chromium.connect(shared);
  return firstThatStarts((options) => chromium.launch(options), browsersToTry());
}

/** Starts the browser that all files of a run share. It may install one. */
export async function shareChromium(): Promise<BrowserServer | null> {
  if (process.env['TEST_BROWSER']) return null;
  const start = (options: LaunchOptions) => chromium.launchServer(options);
  const server = await firstThatStarts(start, browsersToTry({ mayInstall: true }));
  process.env['TEST_BROWSER'] = server?.wsEndpoint() ?? 'none';
  return server;
}

export async function firstThatStarts<T>(
  start: (options: LaunchOptions) => Promise<T>,
  browsers: AsyncIterable<LaunchOptions>,
): Promise<T | null> {
  const asked = process.env['CHROMIUM_PATH'];
  // Asked for by name: if it does not start, no other is tried.
  if (asked) {
    return start({ ...browserAt(asked), timeout: launchMsMax }).catch((error: Error) => {
      const [why] = error.message.split('\n');
      throw new Error(`CHROMIUM_PATH=${asked} does not start: ${why}`, { cause: error });
    });
  }
  for await (const options of browsers) {
    const started = await start({ ...options, timeout: launchMsMax }).catch(() => null);
    if (started) return started;
  }
  return null;
}
