// A test that fails shows what its servers printed meanwhile.
import { afterEach, beforeEach, type TestContext } from 'node:test';

/** What a server prints, from some position on. */
export interface Printed {
  readonly length: number;
  from(position: number): string;
  /** By several test files: only its warnings and errors are shown. */
  isShared?: boolean;
}

const linesMax = 15;
const servers = new Set<Printed>();
let lengthsBefore = new Map<Printed, number>();

export function showOnFailure(printed: Printed): void {
  servers.add(printed);
}

// The run and the bench start servers too, and have no tests.
if (process.env['NODE_TEST_CONTEXT']) {
  beforeEach(() => {
    lengthsBefore = new Map([...servers].map((printed) => [printed, printed.length]));
  });
  afterEach((t) => {
    if ('passed' in t && !t.passed) showLastLines(t);
  });
}

function showLastLines(t: Pick<TestContext, 'diagnostic'>): void {
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
