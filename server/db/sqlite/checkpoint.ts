// The WAL is reused only after all of it was checkpointed. Under steady writes, a checkpoint beside
// the writer never reaches the end. So the checkpoint thread copies almost everything, and the
// writer takes the last, short step.
import { DatabaseSync } from 'node:sqlite';

export interface CheckpointState {
  logPages: number;
  /** Pages not yet copied to the database file. */
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

/** Copies what it can without waiting for readers or writers. */
export function checkpoint(handle: DatabaseSync): CheckpointState {
  const row = handle.prepare('pragma wal_checkpoint(passive)').get() as {
    log: number;
    checkpointed: number;
  };
  return { logPages: row.log, pagesToGo: row.log - row.checkpointed };
}

// Readers usually finish within that time; leads wait meanwhile.
const readersWaitMs = 50;

/**
 * Truncates the WAL, so that it contains nothing of earlier transactions. Only the writer can, and
 * only while nobody reads from the WAL; else false.
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
