// Opens the SQLite file to move from: checked, locked and read as one snapshot.
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '#actions/refusal.ts';
import type { Database } from '#db/database.ts';
import { schemaVersion } from '#db/migrate.ts';
import { openSnapshot } from '#db/sqlite/open-snapshot.ts';
import { databaseFileIn, lockDataFolder } from '#server/data-folder.ts';
import { faultsIn, faultsInWords } from './database-soundness.ts';
import { howToRun } from './how-to-run.ts';
import { inspectOwnDatabase, refuseNoFile } from './own-database.ts';

const serverWaitMs = 1_000;

export async function withMoveSource<Result>(
  path: string,
  work: (source: Database, dataDir: string) => Promise<Result>,
): Promise<Result> {
  refuseNoFile(path);
  // The lock is next to the file itself, not next to a link to it.
  const file = realpathSync(path);
  const dataDir = dirname(file);
  // Held to the end, so that no server starts during the move. A backup has no server.
  const lock = file === databaseFileIn(dataDir) ? lockDataFolder(dataDir, serverWaitMs) : null;
  try {
    refuseOtherSchema(file);
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

function refuseOtherSchema(file: string): void {
  const { version } = inspectOwnDatabase(file);
  if (version === schemaVersion) return;
  throw new Refusal(
    `${file} has version ${version}, but this program needs ${schemaVersion}: set DATA_DIR to its folder and run ${howToRun('migrate')}`,
  );
}
