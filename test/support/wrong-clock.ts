// A server's clock that a test can set.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface WrongClock {
  /** For the server's start. */
  env: Record<string, string>;
  /** Sets how far it is ahead of the right time, or behind. */
  setAhead(ms: number): void;
}

export function wrongClock(aheadMs = 0): WrongClock {
  const file = join(mkdtempSync(join(tmpdir(), 'vakwerk-clock-')), 'ahead');
  const setAhead = (ms: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(ms);
    writeFileSync(file, bytes);
  };
  setAhead(aheadMs);
  const preload = pathToFileURL(join(import.meta.dirname, 'shift-clock.js')).href;
  return { env: { NODE_OPTIONS: `--import=${preload}`, TEST_CLOCK_FILE: file }, setAhead };
}
