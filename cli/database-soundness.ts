import { DatabaseDamaged, DatabaseUnavailable } from '#db/database.ts';
import { openSqlite } from '#db/sqlite/open.ts';

/** Runs SQLite's integrity check, read-only. Returns the faults; none when the file is sound. */
export async function faultsIn(file: string): Promise<string[]> {
  try {
    const db = openSqlite(file, { readOnly: true });
    try {
      return await db.upkeep.checkIntegrity();
    } finally {
      await db.close();
    }
  } catch (error) {
    // A file that cannot be opened is not necessarily damaged.
    if (error instanceof DatabaseUnavailable && !(error instanceof DatabaseDamaged)) throw error;
    // Some damage keeps the check itself from running.
    return [(error as Error).message];
  }
}

/** Summarises the first faults in one line. */
export function faultsInWords(faults: readonly string[]): string {
  const lines = faults.flatMap((fault) => fault.split('\n'));
  const shown = lines.slice(0, shownMax).join('; ');
  return lines.length > shownMax ? `${shown}; and ${lines.length - shownMax} more` : shown;
}

const shownMax = 3;
