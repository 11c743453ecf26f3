// Checks the SQLite file for corruption, table by table, once a day in quiet hours. A round that
// does not finish continues the next day where it stopped.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Hours, isWithinHours } from '#core/hours.ts';
import { rotateTables } from '#core/rotate-tables.ts';
import { projectFile } from '#runtime/program.js';

interface TableChecksOptions {
  file: string;
  /** Stores the name of the table that was checked last. */
  lastTableFile: string;
  /** By the machine's clock; null disables the checks. */
  hours: Hours | null;
  onChecked(table: string, faults: readonly string[]): void;
  onError(error: unknown): void;
}

const tickEveryMs = 60_000;
const checkMsMax = 10 * 60 * 1000;
// Pause after each check, as a multiple of its duration: checks use the disk a tenth of the time at most.
const pauseFactor = 9;
const niceness = 19;
const program = fileURLToPath(projectFile('server/db/sqlite/check-table.js'));

export function startTableChecks(options: TableChecksOptions): { stop(): void } {
  const { hours } = options;
  const stopped = new AbortController();
  let isRunning = false;
  let lastRoundOn = '';

  const tick = async () => {
    const now = new Date();
    const isDue = hours !== null && isWithinHours(hours, now.getHours());
    if (!isDue || isRunning || lastRoundOn === now.toDateString()) return;
    isRunning = true;
    lastRoundOn = now.toDateString();
    try {
      const tables = await runCheck(stopped.signal, options.file);
      for (const table of rotateTables(tables, readLast(options))) {
        if (!isWithinHours(hours, new Date().getHours())) return;
        await checkTable(options, table, stopped.signal);
        saveLast(options, table);
      }
    } catch (error) {
      if (!stopped.signal.aborted) options.onError(error);
    } finally {
      isRunning = false;
    }
  };

  const timer = setInterval(tick, tickEveryMs).unref();
  void tick();
  return {
    stop() {
      stopped.abort();
      clearInterval(timer);
    },
  };
}

function readLast({ lastTableFile }: TableChecksOptions): string | null {
  try {
    return readFileSync(lastTableFile, 'utf8');
  } catch {
    return null;
  }
}

function saveLast({ lastTableFile }: TableChecksOptions, table: string): void {
  try {
    writeFileSync(lastTableFile, table, { mode: 0o600 });
  } catch {
    // With a full disk the next round starts a few tables earlier.
  }
}

/** A table that cannot be checked does not stop the round. */
async function checkTable(
  { file, onChecked, onError }: TableChecksOptions,
  table: string,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  try {
    onChecked(table, await runCheck(signal, file, table));
  } catch (error) {
    if (signal.aborted) throw error;
    onError(new Error(`the table ${table} could not be checked`, { cause: error }));
  }
  await wait((performance.now() - began) * pauseFactor, null, { signal, ref: false });
}

async function runCheck(signal: AbortSignal, ...args: string[]): Promise<string[]> {
  const check = promisify(execFile)(process.execPath, [program, ...args], {
    env: {},
    signal,
    killSignal: 'SIGKILL',
    timeout: checkMsMax,
  });
  try {
    if (check.child.pid !== undefined) setPriority(check.child.pid, niceness);
  } catch {
    // The check then runs with the server's priority.
  }
  return JSON.parse((await check).stdout) as string[];
}
