// SQLite reads its WAL up to the first frame with a wrong checksum and silently ignores the rest.
// This detects such a rest before the WAL is opened, and keeps a copy. The format:
// https://www.sqlite.org/fileformat2.html#walformat
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const headBytes = 32;
const frameHeadBytes = 24;
// Little-endian checksums, as SQLite writes them on most machines. Others are not checked.
const magic = 0x377f0682;
const bigEndianMagic = 0x377f0683;
const ourPageBytes = 4_096;
// About two seconds of reading. The server's checkpoints keep the WAL far smaller.
const framesMax = 200_000;

/** What SQLite will ignore: frames, and how many of them commit a transaction. */
export interface LogDamage {
  usableFrames: number;
  unusableFrames: number;
  unusableBytes: number;
  commits: number;
}

/**
 * Null for an intact WAL, or one that only ends inside a transaction. A power cut can look like
 * damage too: it may lose the first frames of the last, unacknowledged transaction but not its end.
 */
export function findLogDamage(log: string): LogDamage | null {
  if (!existsSync(log)) return null;
  return reading(log, (descriptor) => {
    const head = readAt(descriptor, 0, headBytes);
    return head.length === headBytes ? inspect(descriptor, head) : null;
  });
}

/**
 * Returns the path. Repeated starts find the same damage and keep one copy: the header identifies
 * the WAL.
 */
export function copyDamagedLog(log: string, now: number): string {
  const prefix = `${basename(log)}.damaged-`;
  const sizeOf = (path: string) => statSync(path).size;
  const headOf = (path: string) => reading(path, (descriptor) => readAt(descriptor, 0, headBytes));
  const earlier = readdirSync(dirname(log))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dirname(log), name))
    .find((copy) => sizeOf(copy) === sizeOf(log) && headOf(copy).equals(headOf(log)));
  if (earlier !== undefined) return earlier;
  const copy = join(dirname(log), prefix + new Date(now).toISOString().replaceAll(':', '-'));
  // Renamed when it is complete and on disk.
  const partial = join(dirname(log), `partial-${basename(copy)}`);
  copyFileSync(log, partial);
  reading(partial, fsyncSync);
  renameSync(partial, copy);
  return copy;
}

function inspect(descriptor: number, head: Buffer): LogDamage | null {
  if (head.readUInt32BE(0) === bigEndianMagic) return null;
  let sums = addToSums([0, 0], head.subarray(0, 24));
  const isHeadRight = head.readUInt32BE(0) === magic && isEqual(sums, head, 24);
  const frameBytes = frameHeadBytes + (isHeadRight ? head.readUInt32BE(8) : ourPageBytes);
  const frames = Math.floor((fstatSync(descriptor).size - headBytes) / frameBytes);
  if (frames > framesMax) throw new Error(`it has ${frames} frames, more than ${framesMax}`);
  if (frames === 0) return null;
  const frameAt = (index: number, length: number) =>
    readAt(descriptor, headBytes + index * frameBytes, length);
  // Frames of an earlier use of the file have other salts.
  const salts = isHeadRight ? head.subarray(16, 24) : frameAt(0, frameHeadBytes).subarray(8, 16);
  const isOfLog = (frame: Buffer) => frame.subarray(8, 16).equals(salts);

  const checkedFrames = isHeadRight ? frames : 0;
  let usableFrames = 0;
  for (; usableFrames < checkedFrames; usableFrames++) {
    const frame = frameAt(usableFrames, frameBytes);
    sums = addToSums(addToSums(sums, frame.subarray(0, 8)), frame.subarray(frameHeadBytes));
    if (!isOfLog(frame) || !isEqual(sums, frame, 16)) break;
  }
  let [unusableFrames, commits] = [0, 0];
  for (let index = usableFrames; index < frames; index++) {
    const frame = frameAt(index, frameHeadBytes);
    if (!isOfLog(frame)) continue;
    unusableFrames++;
    // The first frame may have been torn by a crash. A rolled-back transaction leaves frames, but
    // no commit frame.
    const isEndOfTransaction = frame.readUInt32BE(4) !== 0;
    if (isEndOfTransaction && (index > usableFrames || !isHeadRight)) commits++;
  }
  if (commits === 0) return null;
  return { usableFrames, unusableFrames, unusableBytes: unusableFrames * frameBytes, commits };
}

type Sums = readonly [number, number];

function addToSums([first, second]: Sums, bytes: Buffer): Sums {
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + bytes.readInt32LE(at) + second) | 0;
    second = (second + bytes.readInt32LE(at + 4) + first) | 0;
  }
  return [first, second];
}

function isEqual([first, second]: Sums, bytes: Buffer, at: number): boolean {
  return bytes.readInt32BE(at) === first && bytes.readInt32BE(at + 4) === second;
}

function reading<Result>(path: string, read: (descriptor: number) => Result): Result {
  const descriptor = openSync(path, 'r');
  try {
    return read(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
}
