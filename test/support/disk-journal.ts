// Reads the journal written by journal-writes.c.
import { readFileSync } from 'node:fs';

const kinds = {
  W: 'write',
  T: 'length',
  S: 'sync',
  F: 'whole',
  C: 'create',
  M: 'folder',
  U: 'remove',
  R: 'move',
  L: 'link',
  A: 'answer',
  X: 'unseen',
} as const;

export interface JournalRecord {
  kind: (typeof kinds)[keyof typeof kinds];
  /** Its offset in the journal. */
  position: number;
  path: string;
  /** Identifies a file, also from one that had its inode before. */
  file: string;
  /**
   * The offset of a write, or the new length; of an fsync, the journal's length when it was called.
   */
  at: number;
  /** The bytes written, the bytes of the response, or the new path. */
  data: Buffer;
}

const headerBytes = 32;

export function readJournal(journal: string): JournalRecord[] {
  const bytes = readFileSync(journal);
  const records: JournalRecord[] = [];
  const timesUsed = new Map<string, number>();
  let position = 0;
  while (position + headerBytes <= bytes.length) {
    const kind = kinds[String.fromCharCode(bytes.readUInt32LE(position)) as keyof typeof kinds];
    const pathEnd = position + headerBytes + bytes.readUInt32LE(position + 4);
    const end = pathEnd + Number(bytes.readBigUInt64LE(position + 24));
    // A kill can truncate the last record.
    if (!kind || end > bytes.length) break;
    const inode = String(bytes.readBigUInt64LE(position + 8));
    if (kind === 'create') timesUsed.set(inode, (timesUsed.get(inode) ?? 0) + 1);
    records.push({
      kind,
      position,
      path: bytes.toString('utf8', position + headerBytes, pathEnd),
      file: fileName(inode, timesUsed.get(inode)),
      at: Number(bytes.readBigInt64LE(position + 16)),
      data: bytes.subarray(pathEnd, end),
    });
    position = end;
  }
  return records;
}

/** A file older than the journal has been used zero times. */
export function fileName(inode: string, timesUsed = 0): string {
  return `${inode}-${timesUsed}`;
}
