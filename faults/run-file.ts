// One test file in its long form, with all that it starts in a process group of its own, so that it can be ended as a whole.
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
  /** Of the program that was tested. */
  version: string;
  tookMs: number;
  outcomes: FaultOutcome[];
  /** What was left out, and why. */
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
  // With it Node would take the child for a part of a run.
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
    // A process outside the group still has the pipes.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => {
    output += `\nended: it took longer than ${msMax / 1000} s\n`;
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

/** False when none of it is left. */
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
