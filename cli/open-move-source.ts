// The SQLite file that an installation is moved from: checked, and kept as it is for as long as it takes.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '#actions/refusal.ts';
import type { Database } from '#db/database.ts';
import { refuseNewer, schemaVersion } from '#db/migrate.ts';
import { inspectDatabaseFile } from '#db/sqlite/inspect-file.ts';
import { openSnapshot } from '#db/sqlite/open-snapshot.ts';
import { databaseFileIn, lockDataFolder } from '#server/data-folder.ts';
import { faultsIn, faultsInWords } from './database-soundness.ts';
import { howToRun } from './how-to-run.ts';

const serverWaitMs = 1_000;

export async function withMoveSource<Result>(
  path: string,
  work: (source: Database, dataDir: string) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(path)) throw new Refusal(`there is no file ${path}`);
  if (!statSync(path).isFile()) throw new Refusal(`${path} is not a file`);
  // The lock is beside the file itself, wherever a link to it is.
  const file = realpathSync(path);
  const dataDir = dirname(file);
  // Held to the end: no server starts on what is being moved. A backup has no server.
  const lock = file === databaseFileIn(dataDir) ? lockDataFolder(dataDir, serverWaitMs) : null;
  try {
    refuseUnfit(file);
    const faults = await faultsIn(file);
    if (faults.length > 0) throw new Refusal(`${file} is damaged: ${faultsInWords(faults)}`);
    const source = await openSnapshot(file);
    try {
      return await work(source, dataDir);
    } finally {
      await source.close();
    }
  } finally {
    lock?.release();
  }
}

function refuseUnfit(file: string): void {
  const { isVakwerk, version } = inspect(file);
  if (!isVakwerk) throw new Refusal(`${file} is not a database of Vakwerk`);
  refuseNewer(version);
  if (version === schemaVersion) return;
  throw new Refusal(
    `${file} has version ${version} and this program needs ${schemaVersion}: set DATA_DIR to its folder and run ${howToRun('migrate')}`,
  );
}

function inspect(file: string) {
  try {
    return inspectDatabaseFile(file);
  } catch (cause) {
    throw new Refusal(`${file} is no readable database (${(cause as Error).message})`, { cause });
  }
}
