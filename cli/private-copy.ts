// Copies a database to a temporary name and checks the copy; it gets its final name only when
// it is complete and flushed.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '#actions/refusal.ts';
import { copyDatabaseFile } from '#db/sqlite/copy-file.ts';
import { faultsIn, faultsInWords } from './database-soundness.ts';

/** Puts the copy next to `target`, where `use` may move it; otherwise it is deleted. */
export async function withPrivateCopy<Result>(
  source: string,
  target: string,
  use: (temporary: string) => Result,
): Promise<Result> {
  const temporary = `${target}.partial-${process.pid}`;
  makePrivateFile(temporary);
  try {
    await copy(source, temporary);
    const faults = await faultsIn(temporary);
    if (faults.length > 0) throw new Refusal(`${source} is damaged: ${faultsInWords(faults)}`);
    flush(temporary);
    return use(temporary);
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) {
      rmSync(temporary + suffix, { force: true });
    }
  }
}

/** After this the new name survives a power cut. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  flushFolderOf(to);
}

function makePrivateFile(file: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new Refusal(`there is no folder ${folder}`);
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    throw new Refusal(`cannot write in ${folder} (${(cause as Error).message})`, { cause });
  }
}

async function copy(source: string, target: string): Promise<void> {
  try {
    await copyDatabaseFile(source, target);
  } catch (cause) {
    throw new Refusal(`cannot copy ${source} (${(cause as Error).message})`, { cause });
  }
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function flushFolderOf(file: string): void {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return;
  const descriptor = openSync(dirname(file), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
