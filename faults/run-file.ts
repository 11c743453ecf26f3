// Runs the long form of one test file in a process group of its own, which can be killed as a whole.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultOutcome } from '../test/support/fault-record.ts';

export interface FileResult {
  file: string;
  isPassed: boolean;
  seed: number;
  /** The tested commit. */
  version: string;
  tookMs: number;
  outcomes: FaultOutcome[];
  /** Skipped tests, with the reason. */
  skipped: string[];
}

interface RunOptions {
  seed: number;
  version: string;
  msMax: number;
  signal?: AbortSignal;
}

export async function runFile(
  file: string,
  { seed, version, msMax, signal }: RunOptions,
): Promise<FileResult & { output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-faults-'));
  const record = join(folder, 'record.jsonl');
  // With this variable Node would treat the child as part of a test run.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const began = performance.now();
  const args = ['--test', '--test-reporter=./test/support/report.ts', file];
  const child = spawn(process.execPath, args, {
    env: { ...inherited, FAULTS_RECORD: record, SEED: String(seed) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  }
  const endAll = () => {
    if (endGroup(child.pid!)) return;
    // A process outside the group still holds the pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => {
    output += `\nkilled: it took longer than ${msMax / 1000} s\n`;
    endAll();
  }, msMax);
  signal?.addEventListener('abort', endAll);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  signal?.removeEventListener('abort', endAll);
  const outcomes = existsSync(record) ? linesOf(record) : [];
  rmSync(folder, { recursive: true });
  return {
    file,
    isPassed: code === 0,
    seed,
    version,
    tookMs: Math.round(performance.now() - began),
    outcomes,
    skipped: [...output.matchAll(/^skipped: (.*)$/gm)].map(([, why]) => why!),
    output,
  };
}

/** False when no process of the group is left. */
export function endGroup(leader: number): boolean {
  try {
    return process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function linesOf(record: string): FaultOutcome[] {
  const lines = readFileSync(record, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as FaultOutcome);
}
