// A failing test shows what its servers printed meanwhile.
import { afterEach, beforeEach, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

/** A server's output from some position on. */
export interface Printed {
  readonly length: number;
  from(position: number): string;
  /** Shared by several test files: only its warnings and errors are shown. */
  isShared?: boolean;
}

const linesMax = 15;
// The server buffers its lines for up to 500 ms.
const lineWaitMs = 600;
const servers = new Set<Printed>();
let hasHookFailed = false;
let lengthsBefore = new Map<Printed, number>();

export function showOnFailure(printed: Printed): void {
  servers.add(printed);
}

// The run and the bench start servers too, and have no tests.
if (process.env['NODE_TEST_CONTEXT']) {
  beforeEach(() => {
    lengthsBefore = new Map([...servers].map((printed) => [printed, printed.length]));
  });
  afterEach(async (t) => {
    if ('error' in t && !t.passed) await showLastLines(t);
  });
}

async function showLastLines(t: Pick<TestContext, 'diagnostic' | 'error'>): Promise<void> {
  if (servers.size === 0) return;
  // A failed hook fails all tests of its file; showing it once is enough.
  const isOfHook = (t.error as { failureType?: string } | null)?.failureType === 'hookFailed';
  if (isOfHook && hasHookFailed) return;
  hasHookFailed ||= isOfHook;
  await wait(lineWaitMs);
  for (const printed of servers) {
    const text = printed.from(lengthsBefore.get(printed) ?? 0).trimEnd();
    const lines = text.split('\n').filter((line) => !printed.isShared || isWarning(line));
    if (lines.join('') === '') continue;
    t.diagnostic(`the server's last lines:\n${lines.slice(-linesMax).join('\n')}`);
  }
}

function isWarning(line: string): boolean {
  return /^\{"level":[456]0/.test(line);
}
