// @ts-check
// Where the files of this program are. Its parts run as they are written, or from a few files that were built from
// exactly that (scripts/build-program.ts), which start sooner and take less memory.
// Plain JavaScript, as main.js is, and never built itself: its own place tells that of all else. A server that was built
// from earlier sources uses it too, and thread.js with what that imports, until it is stopped.
import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const rootFolder = fileURLToPath(root);
const chunkBytes = 64 * 1024;
const sourceFolders = ['cli', 'contract', 'sdk/src', 'server'];
const sourceFiles = ['package.json', 'package-lock.json', 'scripts/build-program.ts'];

/** Started or loaded by name; what these import belongs to them. */
export const programParts = /** @type {const} */ ([
  'cli/run-command-line.ts',
  'server/outbound/download-thread.ts',
  'server/outbound/webhook-thread.ts',
  'server/run-server.ts',
  'server/runner/checkpoint-thread.ts',
  'server/runner/database-thread.ts',
  'server/runner/postgres-thread.ts',
]);

/** @typedef {(typeof programParts)[number]} ProgramPart */

/** @type {string | undefined} */
let folder;

/**
 * The path begins at the top folder; that of a folder ends with a slash.
 * @param {string} path
 */
export function projectFile(path) {
  return new URL(path, root);
}

/**
 * The module to import.
 * @param {ProgramPart} part
 */
export function moduleOf(part) {
  const from = programFolder();
  return projectFile(from === '' ? part : from + part.replace(/ts$/, 'js'));
}

/** That of the built program, or empty for what is written; decided once for all of a process. */
export function programFolder() {
  folder ??= findBuilt();
  return folder;
}

function findBuilt() {
  try {
    const built = builtFolder();
    accessSync(projectFile(`${built}server/run-server.js`), constants.R_OK);
    return built;
  } catch {
    // There is none, or not for this user.
    return '';
  }
}

/**
 * What another process found, so that it need not be looked for again.
 * @param {string} found
 */
export function setProgramFolder(found) {
  folder = found;
}

/** The place for the program that is built from the sources as they are now; empty until it is. */
export function builtFolder() {
  return `dist/${hashOfSources(sourceFolders, sourceFiles)}/`;
}

/**
 * @param {string[]} folders
 * @param {string[]} files
 */
export function hashOfSources(folders, files) {
  const paths = [...folders.flatMap(filesIn), ...files].filter(isFile).sort();
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(chunkBytes);
  for (const path of paths) {
    hash.update(`${path}\0`);
    addContent(hash, join(rootFolder, path), buffer);
  }
  return hash.digest('hex');
}

/**
 * Node's own way through all folders would follow a link that leads back up, again and again.
 * @param {string} place
 * @returns {string[]}
 */
function filesIn(place) {
  return readdirSync(join(rootFolder, place), { withFileTypes: true }).flatMap((entry) => {
    const path = join(place, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/**
 * Or a link to one.
 * @param {string} path
 */
function isFile(path) {
  return statSync(join(rootFolder, path), { throwIfNoEntry: false })?.isFile();
}

/**
 * Through one buffer: as many as there are files would stay with the server as memory that it does not use.
 * @param {import('node:crypto').Hash} hash
 * @param {string} file
 * @param {Buffer} buffer
 */
function addContent(hash, file, buffer) {
  const opened = openSync(file, 'r');
  try {
    for (let length; (length = readSync(opened, buffer)) > 0;) {
      hash.update(buffer.subarray(0, length));
    }
  } finally {
    closeSync(opened);
  }
}
