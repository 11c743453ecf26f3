// The Chromium of the browser tests. The run launches one for all files and tells them by TEST_BROWSER; a file that is run
// alone launches its own.
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { browserAt, browsersToTry } from './find-chromium.ts';

// One that does not start is passed over.
const launchMsMax = 30_000;

/** The browser of the run, or one of this process; null where there is none. */
export async function openChromium(): Promise<Browser | null> {
  const shared = process.env['TEST_BROWSER'];
  if (shared === 'none') return null;
  if (shared) return chromium.connect(shared);
  return firstThatStarts((options) => chromium.launch(options), browsersToTry());
}

/** For all files of a run: what they find in their environment. Where there is none, one may be installed. */
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
  // Somebody wants this one: if it does not start, another one is no answer.
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
