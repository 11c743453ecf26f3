// The store of pictures: files or an S3 bucket. The keys are those of `core/photos/asset-keys.ts`.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pictureKey } from '#core/photos/asset-keys.ts';

export interface AssetStore {
  /** A folder for incoming files; `put` renames a file from here instead of copying it. */
  readonly incoming: string;
  /** Call this once before the first use, in the process that holds the lock of the data folder. */
  prepare(): Promise<void>;
  /** Moves the file into the store. When it returns, the file survives a power cut. */
  put(key: string, file: string): Promise<void>;
  /** Returns null for an unknown key. The caller reads or destroys the stream. */
  open(key: string, range?: StoredRange): Promise<OpenAsset | null>;
  has(key: string): Promise<boolean>;
  /** Does nothing for an unknown key. */
  remove(key: string): Promise<void>;
  /** Throws when the store cannot be written and read. */
  check(): Promise<void>;
  /** Aborts writes and deletes on another machine; reads continue. */
  close(): void;
}

/** A byte range, both ends included. */
export interface StoredRange {
  first: number;
  last: number;
}

export interface OpenAsset {
  stream: Readable;
  /** Size of the whole file, also when only a range is read. */
  sizeBytes: number;
}

/** A failure of the store, which may be transient. */
export class StoreFailed extends Error {
  override name = 'StoreFailed';
}

export function incomingFolderIn(dataDir: string): string {
  return join(assetsFolderIn(dataDir), 'incoming');
}

/** Contains the incoming folder, so that both are on one file system and a rename works. */
export function assetsFolderIn(dataDir: string): string {
  return join(dataDir, 'assets');
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Creates the folder, without the files that a crashed process left in it. */
export async function prepareIncoming(incoming: string): Promise<void> {
  await orStoreFailed(`${incoming} cannot be used`, async () => {
    await rm(incoming, { recursive: true, force: true });
    await makeFolder(incoming);
  });
}

const probeBrandId = '00000000-0000-0000-0000-000000000000';

/** Stores a few bytes, reads them back and removes them. */
export async function probeStore(store: AssetStore): Promise<void> {
  // A unique name: other servers may probe the same bucket.
  const name = randomUUID();
  const key = pictureKey(probeBrandId, name);
  const file = join(store.incoming, `check-${name}`);
  try {
    await orStoreFailed(`${store.incoming} cannot be written`, async () => {
      await makeFolder(store.incoming);
      await writeFile(file, name, { mode: 0o600, flag: 'wx' });
    });
    await store.put(key, file);
  } finally {
    await rm(file, { force: true });
  }
  try {
    const found = await store.open(key);
    const read = found && (await buffer(found.stream)).toString();
    if (read !== name) throw new StoreFailed('the store does not return what was written to it');
  } finally {
    await store.remove(key);
  }
}

export async function orStoreFailed<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new StoreFailed(`${what}: ${(cause as Error).message}`, { cause });
  }
}
