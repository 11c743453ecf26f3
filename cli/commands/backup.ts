import { existsSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { Refusal } from '#actions/refusal.ts';
import { schemaVersion } from '#db/migrate.ts';
import { lockFileIn } from '#server/data-folder.ts';
import { defineCommand } from '../command.ts';
import { isoTime } from '../layout.ts';
import { existingDatabase, refusePostgres } from '../open-database.ts';
import { renameDurably, withPrivateCopy } from '../private-copy.ts';
import { isSameFile } from '../same-file.ts';

export const backup = defineCommand({
  about:
    'Backs up the database to one file, also while the server runs. The copy is checked before it gets its name.',
  argument: { value: '<file>', text: 'where the backup goes' },
  options: { force: { text: 'replace an existing file' } },
  async run({ argument, options, env }) {
    refusePostgres(env);
    const source = existingDatabase(env);
    const target = resolve(argument);
    refuseOwnFiles(target, source);
    const refuseExisting = () => {
      if (options.force || !existsSync(target)) return;
      throw new Refusal(
        `${target} already exists: choose another name, or replace it with --force`,
      );
    };
    refuseExisting();
    const takenAt = Date.now();
    await withPrivateCopy(source, target, (temporary) => {
      refuseExisting();
      renameDurably(temporary, target);
    });
    const sizeBytes = statSync(target).size;
    return {
      json: { file: target, sizeBytes, version: schemaVersion, takenAt: isoTime(takenAt) },
      text: `Backed up ${source} to ${target} (${sizeBytes} bytes, checked)\n`,
    };
  },
});

/** The database, its WAL and its lock file must not be overwritten, under any path. */
function refuseOwnFiles(target: string, database: string): void {
  const isThere = existsSync(target);
  if (isThere && statSync(target).isDirectory()) {
    throw new Refusal(`${target} is a folder: name a file`);
  }
  const isDatabase = isThere && isSameFile(target, database);
  const folder = dirname(target);
  const isInDataFolder = existsSync(folder) && isSameFile(folder, dirname(database));
  const ownFiles = [database, lockFileIn(dirname(database))].map((path) => basename(path));
  const isOwnName = ownFiles.some(
    (name) => basename(target) === name || basename(target).startsWith(`${name}-`),
  );
  if (isDatabase || (isInDataFolder && isOwnName)) {
    throw new Refusal(`${target} is one of the server's own files: choose another name`);
  }
}
