import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '#server/config.ts';
import { databaseFileIn, isDataFolderInUse, lockFileIn } from '#server/data-folder.ts';
import { type Check, failed, ok, warning } from './check.ts';

const freeBytesMin = 64 * 1024 * 1024;
const freeBytesRecommended = 1024 * 1024 * 1024;
const othersMode = 0o077;

export function checkDataFolder(dataDir: string): Check {
  const name = 'data folder';
  if (!existsSync(dataDir)) {
    return warning(
      name,
      `${dataDir} does not exist`,
      'set DATA_DIR, or start the server to create it',
    );
  }
  if (!statSync(dataDir).isDirectory()) {
    return failed(name, `${dataDir} is not a folder`, 'set DATA_DIR to a folder');
  }
  const closed = canUse(dataDir) ? ownFilesIn(dataDir).find((path) => !canUse(path)) : dataDir;
  if (closed !== undefined) {
    const fix = "make the server's user its owner, with read and write permission";
    return failed(name, `this user cannot read and write ${closed}`, fix);
  }
  if (process.platform !== 'win32' && statSync(dataDir).mode & othersMode) {
    const found = `${dataDir} is open to other users of this machine`;
    return warning(name, found, `it holds personal data: chmod 700 ${dataDir}`);
  }
  return ok(name, dataDir);
}

function ownFilesIn(dataDir: string): string[] {
  const own = [databaseFileIn(dataDir), lockFileIn(dataDir)].map((path) => basename(path));
  return readdirSync(dataDir)
    .filter((file) => own.some((name) => file === name || file.startsWith(`${name}-`)))
    .map((file) => join(dataDir, file));
}

function canUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function checkFreeSpace({ dataDir, databaseUrl }: Config): Check {
  const { bavail, bsize } = statfsSync(dataDir);
  if (databaseUrl !== null) return judgeFreeSpace(bavail * bsize, null);
  const database = databaseFileIn(dataDir);
  return judgeFreeSpace(bavail * bsize, existsSync(database) ? statSync(database).size : 0);
}

/** `databaseBytes` is null when the database is elsewhere. */
export function judgeFreeSpace(freeBytes: number, databaseBytes: number | null): Check {
  const name = 'free space';
  const free = `${mebibytes(freeBytes)} MiB free`;
  const [found, refused, growth] =
    databaseBytes === null
      ? [free, 'pictures', 'make room for pictures']
      : [
          `${free}, the database takes ${mebibytes(databaseBytes)} MiB`,
          'leads',
          'make room for growth and for a backup',
        ];
  if (freeBytes < freeBytesMin) return failed(name, found, `make room: ${refused} will be refused`);
  if (freeBytes < Math.max(freeBytesRecommended, databaseBytes ?? 0)) {
    return warning(name, found, growth);
  }
  return ok(name, found);
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

export function checkServer(dataDir: string): Check {
  const name = 'server';
  try {
    return ok(name, isDataFolderInUse(dataDir) ? 'running on this data folder' : 'not running');
  } catch (error) {
    const fix = `check that this user can read ${lockFileIn(dataDir)}`;
    return warning(name, `cannot tell (${(error as Error).message})`, fix);
  }
}
