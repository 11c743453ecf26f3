// Checks of a SQLite file that a command reads from.
import { existsSync, statSync } from 'node:fs';
import { Refusal } from '#actions/refusal.ts';
import { DatabaseDamaged } from '#db/database.ts';
import { refuseNewer } from '#db/migrate.ts';
import { type DatabaseFileFacts, inspectDatabaseFile } from '#db/sqlite/inspect-file.ts';

export function refuseNoFile(path: string): void {
  if (!existsSync(path)) throw new Refusal(`there is no file ${path}`);
  if (!statSync(path).isFile()) throw new Refusal(`${path} is not a file`);
}

/** Refuses a file that is not a database of this or an older version of Vakwerk. */
export function inspectOwnDatabase(file: string): DatabaseFileFacts {
  const facts = inspect(file);
  if (!facts.isVakwerk) throw new Refusal(`${file} is not a Vakwerk database`);
  refuseNewer(facts.version);
  return facts;
}

function inspect(file: string): DatabaseFileFacts {
  try {
    return inspectDatabaseFile(file);
  } catch (cause) {
    if (cause instanceof DatabaseDamaged) {
      throw new Refusal(`${file} is damaged: ${cause.message}`, { cause });
    }
    throw new Refusal(`${file} is not a readable database (${(cause as Error).message})`, {
      cause,
    });
  }
}
