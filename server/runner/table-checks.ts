// Looks for damage in the SQLite file before somebody needs what is lost: table by table, once a day, in quiet hours. A round
// that did not come to the end goes on the next day where it stopped.
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
  /** Keeps the name of the table that was checked last. */
  lastTableFile: string;
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
      const tables = await ask(stopped.signal, options.file);
      for (const table of rotateTables(tables, readLast(options))) {
        if (!isWithinHours(hours, new Date().getHours())) return;
        await checkTable(options, table, stopped.signal);
        keepLast(options, table);
      }
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

function readLast({ lastTableFile }: TableChecksOptions): string | null {
  try {
    return readFileSync(lastTableFile, 'utf8');
  } catch {
    return null;
  }
}

function keepLast({ lastTableFile }: TableChecksOptions, table: string): void {
  try {
    writeFileSync(lastTableFile, table, { mode: 0o600 });
  } catch {
    // On a full disk the next round begins a little earlier.
  }
}

/** One that cannot be checked does not keep the others from it. */
async function checkTable(
  { file, onChecked, onError }: TableChecksOptions,
  table: string,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  try {
    onChecked(table, await ask(signal, file, table));
  } catch (error) {
    if (signal.aborted) throw error;
    onError(new Error(`the table ${table} could not be checked`, { cause: error }));
  }
  await wait((performance.now() - began) * pauseShare, null, { signal, ref: false });
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
