import { existsSync } from 'node:fs';
import { DatabaseTooNew, refuseNewer, schemaVersion } from '#db/migrate.ts';
import { inspectDatabaseFile } from '#db/sqlite/inspect-file.ts';
import { refuseUnknownFile, UnknownFile } from '#db/sqlite/refuse-file.ts';
import { databaseFileIn } from '#server/data-folder.ts';
import { faultsIn, faultsInWords } from '../database-soundness.ts';
import { howToRun } from '../how-to-run.ts';
import { type Check, failed, ok, warning } from './check.ts';

export async function checkDatabase(dataDir: string): Promise<Check[]> {
  const file = databaseFileIn(dataDir);
  const unknown = checkOrigin(file);
  if (unknown) return [unknown];
  if (!existsSync(file)) {
    const fix = `start the server to create it, or restore a backup with ${howToRun('restore <file>')}`;
    return [warning('database', `${file} does not exist`, fix)];
  }
  return [await checkSoundness(file), checkVersion(file)];
}

/** Returns null when the file may be ours; checkSoundness checks its integrity. */
function checkOrigin(file: string): Check | null {
  try {
    refuseUnknownFile(file);
  } catch (error) {
    const fix = `check what happened to the data folder, or restore a backup with ${howToRun('restore <file>')}`;
    if (error instanceof UnknownFile) return failed('database', error.message, fix);
  }
  return null;
}

async function checkSoundness(file: string): Promise<Check> {
  const name = 'database';
  try {
    const faults = await faultsIn(file);
    if (faults.length === 0) return ok(name, 'sound, and every reference is valid');
    const fix = `stop the server, and restore the last good backup with ${howToRun('restore <file>')}`;
    return failed(name, faultsInWords(faults), fix);
  } catch (error) {
    const fix = `check that this user can write ${file} and its folder`;
    return failed(name, `cannot be opened (${(error as Error).message})`, fix);
  }
}

function checkVersion(file: string): Check {
  const name = 'database version';
  try {
    const { version } = inspectDatabaseFile(file);
    refuseNewer(version);
    if (version === schemaVersion) return ok(name, `${version}`);
    const found = `${version}; this program needs ${schemaVersion}`;
    return warning(name, found, `restart the server, or run ${howToRun('migrate')}`);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof DatabaseTooNew) return failed(name, message, 'update the program');
    return failed(name, `cannot be read (${message})`, 'see what the database check says');
  }
}
