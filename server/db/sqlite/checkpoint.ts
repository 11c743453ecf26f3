// The write-ahead log grows until all of it is in the database file and somebody then writes. Under a
// steady stream of writes a checkpoint beside the writer never gets to the very end; so it does almost
// all of the work, and the writer takes the last, short step itself.
import { DatabaseSync } from 'node:sqlite';

export interface CheckpointState {
  logPages: number;
  /** Pages that are in the log only. */
  pagesToGo: number;
}

const logPagesMax = 8_000;
const lastStepPagesMax = 2_000;

export function openCheckpointer(file: string) {
  const handle = new DatabaseSync(file, { timeout: 0 });
  handle.exec('pragma synchronous = full');
  return {
    advance: (): CheckpointState => checkpoint(handle),
    close: () => handle.close(),
  };
}

/** Copies what can be copied without waiting for anybody. */
export function checkpoint(handle: DatabaseSync): CheckpointState {
  const row = handle.prepare('pragma wal_checkpoint(passive)').get() as {
    log: number;
    checkpointed: number;
  };
  return { logPages: row.log, pagesToGo: row.log - row.checkpointed };
}

// A reader that is in the way is nearly done as a rule; leads wait meanwhile.
const readersWaitMs = 50;

/**
 * Cuts the log off, so that it holds nothing of earlier transactions. Only who writes can, and only while
 * nobody reads from it: false when somebody does.
 */
export function emptyLog(handle: DatabaseSync): boolean {
  const { timeout } = handle.prepare('pragma busy_timeout').get() as { timeout: number };
  handle.exec(`pragma busy_timeout = ${readersWaitMs}`);
  try {
    const row = handle.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
    return row.busy === 0;
  } finally {
    handle.exec(`pragma busy_timeout = ${timeout}`);
  }
}

export function isLastStepDue({ logPages, pagesToGo }: CheckpointState): boolean {
  return logPages > logPagesMax && pagesToGo < lastStepPagesMax;
}
