// @ts-check
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A hash of the names, sizes and modification times of source files, none of which is opened. The
 * times are in seconds, because container images keep no more.
 * @param {string[]} folders
 * @param {string[]} files
 */
export function sourceStamp(folders, files) {
  const hash = createHash('sha256');
  for (const path of [...folders.flatMap(filesIn), ...files].sort()) {
    const { size, mtimeMs } = statSync(root + path);
    hash.update(`${path} ${size} ${Math.floor(mtimeMs / 1000)}\n`);
  }
  return hash.digest('hex');
}

/**
 * Node's `recursive` option would follow symbolic links, which may form a cycle.
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}
