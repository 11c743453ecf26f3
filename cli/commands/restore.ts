import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '#actions/refusal.ts';
import { DatabaseDamaged, DatabaseUnavailable } from '#db/database.ts';
import { refuseNewer } from '#db/migrate.ts';
import { makeSingleFile } from '#db/sqlite/copy-file.ts';
import { type DatabaseFileFacts, inspectDatabaseFile } from '#db/sqlite/inspect-file.ts';
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
import { renameDurably, withPrivateCopy } from '../private-copy.ts';
import { isSameFile } from '../same-file.ts';

const serverWaitMs = 1_000;

export const restore = defineCommand({
  about:
    'Puts a backup in the place of the database, after checking it. The server must be stopped. The database that was there is kept under another name.',
  argument: { value: '<file>', text: 'a file that vakwerk backup made' },
  options: {},
  async run({ argument, env }) {
    refusePostgres(env);
    const source = resolve(argument);
    const { dataDir } = readConfig(env);
    const database = databaseFileIn(dataDir);
    const { version } = checkedBackup(source, database);
    prepareDataFolder(dataDir);
    // Held to the end: no server starts on half a restore.
    const lock = lockDataFolder(dataDir, serverWaitMs);
    try {
      const keptAs = await withPrivateCopy(source, database, (temporary) => {
        giveToOwnerOf(dataDir, [temporary, lockFileIn(dataDir)]);
        return replace(database, temporary);
      });
      const kept = keptAs === null ? '' : `The database that was there is kept as ${keptAs}\n`;
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
  if (!existsSync(source)) throw new Refusal(`there is no file ${source}`);
  if (!statSync(source).isFile()) throw new Refusal(`${source} is not a file`);
  if (existsSync(database) && isSameFile(source, database)) {
    throw new Refusal(`${source} is the database itself: name a backup`);
  }
  const facts = inspect(source);
  if (!facts.isVakwerk) throw new Refusal(`${source} is not a database of Vakwerk`);
  refuseNewer(facts.version);
  return facts;
}

function inspect(source: string): DatabaseFileFacts {
  try {
    return inspectDatabaseFile(source);
  } catch (cause) {
    throw new Refusal(`${source} is no readable database (${(cause as Error).message})`, { cause });
  }
}

/**
 * The old file gets a second name before the new one takes its place in a single step, so that there
 * is a whole database under the name at every moment. Returns the old one's new name.
 */
function replace(database: string, temporary: string): string | null {
  if (!existsSync(database)) {
    removeLog(database);
    renameDurably(temporary, database);
    return null;
  }
  const keptAs = `${database}.replaced-${isoTime(Date.now()).replace(/[-:.]/g, '')}`;
  foldLog(database);
  nameAlso(database, keptAs);
  // There is a log only if the database is too damaged to take it in: it must not meet the new one.
  if (existsSync(`${database}-wal`)) renameSync(`${database}-wal`, `${keptAs}-wal`);
  removeLog(database);
  renameDurably(temporary, database);
  return keptAs;
}

function foldLog(database: string): void {
  try {
    makeSingleFile(database);
  } catch (error) {
    // A damaged database goes aside as it is.
    if (!(error instanceof DatabaseUnavailable) || error instanceof DatabaseDamaged) return;
    throw new Refusal(
      `cannot put ${database} aside (${error.message}): stop every program that uses it`,
      { cause: error },
    );
  }
}

function nameAlso(file: string, otherName: string): void {
  try {
    linkSync(file, otherName);
  } catch {
    // Some file systems know one name for a file only.
    renameSync(file, otherName);
  }
}

function removeLog(database: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
}

/** When root restores, the server's own user must be able to open what was made. */
function giveToOwnerOf(folder: string, files: readonly string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  for (const file of files) chownSync(file, uid, gid);
}
