import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '#actions/refusal.ts';
import { DatabaseDamaged, DatabaseUnavailable } from '#db/database.ts';
import { makeSingleFile } from '#db/sqlite/copy-file.ts';
import type { DatabaseFileFacts } from '#db/sqlite/inspect-file.ts';
import { readConfig } from '#server/config.ts';
import {
  databaseFileIn,
  lockDataFolder,
  lockFileIn,
  prepareDataFolder,
} from '#server/data-folder.ts';
import { defineCommand } from '../command.ts';
import { isoTime } from '../layout.ts';
import { refusePostgres } from '../open-database.ts';
import { inspectOwnDatabase, refuseNoFile } from '../own-database.ts';
import { renameDurably, withPrivateCopy } from '../private-copy.ts';
import { isSameFile } from '../same-file.ts';

const serverWaitMs = 1_000;

export const restore = defineCommand({
  about:
    'Restores the database from a backup, after checking it. Stop the server first. The old database is kept under another name.',
  argument: { value: '<file>', text: 'a backup file' },
  options: {},
  async run({ argument, env }) {
    refusePostgres(env);
    const source = resolve(argument);
    const { dataDir } = readConfig(env);
    const database = databaseFileIn(dataDir);
    const { version } = checkedBackup(source, database);
    prepareDataFolder(dataDir);
    // Held to the end, so that no server starts on half a restore.
    const lock = lockDataFolder(dataDir, serverWaitMs);
    try {
      const keptAs = await withPrivateCopy(source, database, (temporary) => {
        giveToOwnerOf(dataDir, [temporary, lockFileIn(dataDir)]);
        return replace(database, temporary);
      });
      const kept = keptAs === null ? '' : `The old database is kept as ${keptAs}\n`;
      return {
        json: { database, restoredFrom: source, version, keptAs },
        text: `Restored ${database} from ${source}\n${kept}`,
      };
    } finally {
      lock.release();
    }
  },
});

function checkedBackup(source: string, database: string): DatabaseFileFacts {
  refuseNoFile(source);
  if (existsSync(database) && isSameFile(source, database)) {
    throw new Refusal(`${source} is the database itself: name a backup`);
  }
  return inspectOwnDatabase(source);
}

/**
 * Links the old file to a second name before one rename puts the new file in its place, so that a
 * complete database exists under the name at all times. Returns the old file's new name.
 */
function replace(database: string, temporary: string): string | null {
  if (!existsSync(database)) {
    removeLog(database);
    renameDurably(temporary, database);
    return null;
  }
  const keptAs = `${database}.replaced-${isoTime(Date.now()).replace(/[-:.]/g, '')}`;
  checkpointLog(database);
  linkOrRename(database, keptAs);
  // A WAL is left only if the old database was too damaged to checkpoint it; it must not
  // be applied to the new one.
  if (existsSync(`${database}-wal`)) renameSync(`${database}-wal`, `${keptAs}-wal`);
  removeLog(database);
  renameDurably(temporary, database);
  return keptAs;
}

function checkpointLog(database: string): void {
  try {
    makeSingleFile(database);
  } catch (error) {
    // A damaged database is set aside unchanged.
    if (!(error instanceof DatabaseUnavailable) || error instanceof DatabaseDamaged) return;
    throw new Refusal(
      `cannot set ${database} aside (${error.message}): stop every program that uses it`,
      { cause: error },
    );
  }
}

function linkOrRename(file: string, otherName: string): void {
  try {
    linkSync(file, otherName);
  } catch {
    // Some file systems have no hard links.
    renameSync(file, otherName);
  }
}

function removeLog(database: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
}

/** When root restores, the server's user must be able to open the new files. */
function giveToOwnerOf(folder: string, files: readonly string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  for (const file of files) chownSync(file, uid, gid);
}
