// @ts-check
// A build is stamped with the names, sizes and newest modification time of its sources. A later start compares the stamp
// with the sources and opens none of them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @typedef {{ names: string, newestMs: number }} BuildStamp `names` is a hash of all paths and sizes. */
/** @typedef {{ folders: readonly string[], files: readonly string[] }} Sources Paths from the top folder. */

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @param {Sources} sources
 * @returns {BuildStamp}
 */
export function stampOf({ folders, files }) {
  let names = '';
  let newestMs = 0;
  for (const path of [...folders.flatMap(filesIn), ...files].sort()) {
    const found = statSync(root + path, { throwIfNoEntry: false });
    if (!found?.isFile()) continue;
    names += `${path} ${found.size}\n`;
    newestMs = Math.max(newestMs, found.mtimeMs);
  }
  return { names: createHash('sha256').update(names).digest('hex'), newestMs };
}

/**
 * Null when there is no build, or its stamp cannot be read.
 * @param {string} file
 */
export function readStamp(file) {
  try {
    return JSON.parse(readFileSync(root + file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Editors and git give what they write the current time, and a file that was added, removed or unpacked with an old time
 * changes the names or sizes. Older is not stale: container images cut times to seconds.
 * @param {BuildStamp} built
 * @param {BuildStamp} now
 */
export function isUpToDate(built, now) {
  return built.names === now.names && now.newestMs <= built.newestMs;
}

/**
 * Unlike `recursive` of Node it follows no link, which may lead back up.
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
