// Stores pictures as files in the data folder. A file is flushed before it gets its final name, and
// then its folders are, so that a name never exists without its bytes.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { partsOfKey } from '#core/photos/asset-keys.ts';
import {
  assetsFolderIn,
  type AssetStore,
  incomingFolderIn,
  makeFolder,
  type OpenAsset,
  orStoreFailed,
  prepareIncoming,
  type StoredRange,
  StoreFailed,
  probeStore,
} from './asset-store.ts';

export class FileStore implements AssetStore {
  readonly incoming: string;
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = assetsFolderIn(dataDir);
    this.incoming = incomingFolderIn(dataDir);
  }

  prepare(): Promise<void> {
    return prepareIncoming(this.incoming);
  }

  async put(key: string, file: string): Promise<void> {
    const path = this.#pathOf(key);
    await orStoreFailed(`${key} cannot be written`, async () => {
      await flushFile(file);
      await makeFolder(dirname(path));
      await moveTo(path, file);
      await flushFolders(dirname(path), this.#root);
    });
  }

  async open(key: string, range?: StoredRange): Promise<OpenAsset | null> {
    const path = this.#pathOf(key);
    return orStoreFailed(`${key} cannot be read`, async () => {
      const file = await openIfExists(path);
      if (!file) return null;
      try {
        const { size } = await file.stat();
        if (range && range.last >= size) throw new RangeError(`it ends after ${size} bytes`);
        const part = range ?? { first: 0, last: size - 1 };
        return { stream: streamOf(file, part), sizeBytes: size };
      } catch (error) {
        await file.close();
        throw error;
      }
    });
  }

  async has(key: string): Promise<boolean> {
    const path = this.#pathOf(key);
    return orStoreFailed(`${key} cannot be looked up`, async () => {
      const file = await openIfExists(path);
      await file?.close();
      return file !== null;
    });
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await orStoreFailed(`${key} cannot be removed`, async () => {
      try {
        await unlink(path);
      } catch (error) {
        if (isNotFound(error)) return;
        throw error;
      }
      await flushFolder(dirname(path));
    });
  }

  check(): Promise<void> {
    return probeStore(this);
  }

  close(): void {}

  // The end of an id is random, so the files spread evenly over the 256 folders of a brand.
  #pathOf(key: string): string {
    const { brandId, assetId, name } = partsOfKey(key);
    return join(this.#root, brandId, assetId.slice(-2), name);
  }
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function moveTo(path: string, file: string): Promise<void> {
  try {
    await rename(file, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyTo(path, file);
  }
}

/** For a file on another file system, which cannot be renamed. */
async function copyTo(path: string, file: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await copyFile(file, unfinished, constants.COPYFILE_EXCL);
    await flushFile(unfinished);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await rm(file, { force: true });
}

/** From the innermost outwards: each folder's name is an entry in its parent. */
async function flushFolders(innermost: string, outermost: string): Promise<void> {
  await flushFolder(innermost);
  if (innermost !== outermost) await flushFolders(dirname(innermost), outermost);
}

async function flushFolder(path: string): Promise<void> {
  // Windows cannot flush a folder.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openIfExists(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

const chunkBytes = 64 * 1024;

/** Unlike `createReadStream`, it fails when the file ends before the range does. */
function streamOf(file: FileHandle, { first, last }: StoredRange): Readable {
  let position = first;
  const stream = new Readable({
    highWaterMark: chunkBytes,
    read() {
      const wanted = Math.min(chunkBytes, last + 1 - position);
      if (wanted <= 0) {
        this.push(null);
        return;
      }
      const give = ({ bytesRead, buffer }: { bytesRead: number; buffer: Buffer }) => {
        position += bytesRead;
        if (bytesRead === 0) throw new Error(`the file ends at byte ${position}`);
        return this.push(buffer.subarray(0, bytesRead));
      };
      file
        .read(Buffer.allocUnsafe(wanted), 0, wanted, position)
        .then(give)
        .catch((cause) => this.destroy(new StoreFailed('the file is truncated', { cause })));
    },
  });
  return stream.once('close', () => file.close().catch(() => {}));
}

function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
