// Looks for damage in the SQLite file before somebody needs what is lost: table by table, once a day, in quiet hours.
import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Hours, isWithinHours } from '#core/hours.ts';
import { projectFile } from '#server/program.js';

interface TableChecksOptions {
  file: string;
  /** Of the machine's clock; null for never. */
  hours: Hours | null;
  onChecked(table: string, faults: readonly string[]): void;
  onError(error: unknown): void;
}

const lookEveryMs = 60_000;
const checkMsMax = 10 * 60 * 1000;
// A check takes a tenth of the time at most; the disk is for others.
const pauseShare = 9;
const niceness = 19;
const program = fileURLToPath(projectFile('server/db/sqlite/check-table.js'));

export function startTableChecks(options: TableChecksOptions): { stop(): void } {
  const { hours } = options;
  const stopped = new AbortController();
  let isUnderWay = false;
  let lastRoundOn = '';

  const look = async () => {
    const now = new Date();
    const isDue = hours !== null && isWithinHours(hours, now.getHours());
    if (!isDue || isUnderWay || lastRoundOn === now.toDateString()) return;
    isUnderWay = true;
    lastRoundOn = now.toDateString();
    try {
      await checkAll(options, hours, stopped.signal);
    } catch (error) {
      if (!stopped.signal.aborted) options.onError(error);
    } finally {
      isUnderWay = false;
    }
  };

  const timer = setInterval(look, lookEveryMs).unref();
  void look();
  return {
    stop() {
      stopped.abort();
      clearInterval(timer);
    },
  };
}

async function checkAll(
  { file, onChecked }: TableChecksOptions,
  hours: Hours,
  signal: AbortSignal,
): Promise<void> {
  for (const table of await ask(signal, file)) {
    if (!isWithinHours(hours, new Date().getHours())) return;
    const began = performance.now();
    onChecked(table, await ask(signal, file, table));
    await wait((performance.now() - began) * pauseShare, null, { signal, ref: false });
  }
}

async function ask(signal: AbortSignal, ...args: string[]): Promise<string[]> {
  const asked = promisify(execFile)(process.execPath, [program, ...args], {
    env: {},
    signal,
    killSignal: 'SIGKILL',
    timeout: checkMsMax,
  });
  try {
    if (asked.child.pid !== undefined) setPriority(asked.child.pid, niceness);
  } catch {
    // It works as well with the server's own.
  }
  return JSON.parse((await asked).stdout) as string[];
}
