// Where pictures are kept, whatever it is made of. The keys are those of `core/photos/asset-keys.ts`.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pictureKey } from '#core/photos/asset-keys.ts';

export interface AssetStore {
  /** A folder for files on their way; one that is put from here need not be copied. */
  readonly incoming: string;
  /** To be called once, before the first use, by the process that has the data folder to itself. */
  prepare(): Promise<void>;
  /** When it returns, a power cut takes nothing back, and the file has left its place. */
  put(key: string, file: string): Promise<void>;
  /** Null when there is nothing under the key. Who opens a stream reads or destroys it. */
  open(key: string, range?: StoredRange): Promise<OpenAsset | null>;
  has(key: string): Promise<boolean>;
  /** Also when there is nothing under the key. */
  remove(key: string): Promise<void>;
  /** Whether it can be written and read right now; throws when not. */
  check(): Promise<void>;
  /** What is being written or removed on another machine is given up; reading goes on. */
  close(): void;
}

/** Both ends are part of it. */
export interface StoredRange {
  first: number;
  last: number;
}

export interface OpenAsset {
  stream: Readable;
  /** Of the whole, also when only a part is read. */
  sizeBytes: number;
}

/** The store cannot do it now; it may later. */
export class StoreFailed extends Error {
  override name = 'StoreFailed';
}

export function incomingFolderIn(dataDir: string): string {
  return join(assetsFolderIn(dataDir), 'incoming');
}

/** With the files on their way inside: a disk that is mounted here holds both. */
export function assetsFolderIn(dataDir: string): string {
  return join(dataDir, 'assets');
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Makes the folder and removes what a process that died has left in it. */
export async function prepareIncoming(incoming: string): Promise<void> {
  await orStoreFailed(`${incoming} cannot be used`, async () => {
    await rm(incoming, { recursive: true, force: true });
    await makeFolder(incoming);
  });
}

const nobodysBrand = '00000000-0000-0000-0000-000000000000';

/** Stores a few bytes, reads them back and removes them. */
export async function probeStore(store: AssetStore): Promise<void> {
  // A name of its own, for others may be trying the same store.
  const name = randomUUID();
  const key = pictureKey(nobodysBrand, name);
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
    if (read !== name) throw new StoreFailed('the store does not give back what was put into it');
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
