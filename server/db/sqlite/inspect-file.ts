// Inspects a SQLite file without changing it: is it ours, and which version does it have?
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../migrate.ts';
import { asEngineFault } from './faults.ts';

export interface DatabaseFileFacts {
  isVakwerk: boolean;
  /** The number of the last migration; 0 without one. */
  version: number;
}

const lockWaitMs = 5_000;

export function inspectDatabaseFile(file: string): DatabaseFileFacts {
  try {
    const handle = new DatabaseSync(file, { readOnly: true, timeout: lockWaitMs });
    try {
      return factsOf(handle);
    } finally {
      handle.close();
    }
  } catch (error) {
    throw asEngineFault(error);
  }
}

function factsOf(handle: DatabaseSync): DatabaseFileFacts {
  const columns = handle.prepare(`select name from pragma_table_info('migrations')`).all();
  const names = new Set(columns.map(({ name }) => name));
  // Other programs have a table of that name too.
  if (!['number', 'name', 'applied_at'].every((name) => names.has(name))) {
    return { isVakwerk: false, version: 0 };
  }
  const steps = handle.prepare('select number, name from migrations order by number').all();
  const first = migrations[0]!;
  return {
    isVakwerk: steps[0]?.['number'] === first.number && steps[0]['name'] === first.name,
    version: Number(steps.at(-1)?.['number'] ?? 0),
  };
}
