import { DatabaseDamaged, DatabaseUnavailable } from '#db/database.ts';
import { openSqlite } from '#db/sqlite/open.ts';

/** What the engine finds wrong with the file, nothing when it is sound. The file is not changed. */
export async function faultsIn(file: string): Promise<string[]> {
  try {
    const db = openSqlite(file, { readOnly: true });
    try {
      return await db.upkeep.checkIntegrity();
    } finally {
      await db.close();
    }
  } catch (error) {
    // Not to be opened is not the same as damaged.
    if (error instanceof DatabaseUnavailable && !(error instanceof DatabaseDamaged)) throw error;
    // Damage in the wrong place keeps the check itself from running.
    return [(error as Error).message];
  }
}

/** The first faults in one line. */
export function faultsInWords(faults: readonly string[]): string {
  const lines = faults.flatMap((fault) => fault.split('\n'));
  const shown = lines.slice(0, shownMax).join('; ');
  return lines.length > shownMax ? `${shown}; and ${lines.length - shownMax} more` : shown;
}

const shownMax = 3;
