// @ts-check
// Locates the program's files. Entry points run from their bundles in dist/
// (scripts/build-program.ts), which start faster and take less memory, or from source when there is
// no build of these sources. Plain JavaScript and never bundled: all paths are relative to
// this file.
import { accessSync, constants, existsSync } from 'node:fs';
import { sourceStamp } from './source-stamp.js';

const root = new URL('../../', import.meta.url);
const sourceFolders = ['cli', 'contract', 'sdk', 'server'];
const sourceFiles = [
  'package.json',
  'package-lock.json',
  'scripts/build-program.ts',
  'scripts/build-sdk.ts',
  'scripts/tarball.ts',
];

/** The client as an npm package, in the folder of a build. */
export const clientFile = 'client.tgz';

/** Modules that are imported or started by path, each with a bundle of its own. */
export const entryPoints = /** @type {const} */ ([
  'cli/run-command-line.ts',
  'server/mail/mail-thread.ts',
  'server/outbound/download-thread.ts',
  'server/outbound/webhook-thread.ts',
  'server/reports/report-thread.ts',
  'server/run-server.ts',
  'server/runner/checkpoint-thread.ts',
  'server/runner/database-thread.ts',
  'server/runner/postgres-thread.ts',
]);

/** @typedef {(typeof entryPoints)[number]} EntryPoint */

/**
 * The folder of this process's bundles, so that all come from one build; null when it runs from source.
 * @type {string | null | undefined}
 */
let bundles;

/**
 * Paths are relative to the repository root; folders end with a slash.
 * @param {string} path
 */
export function projectFile(path) {
  return new URL(path, root);
}

/**
 * The module to import.
 * @param {EntryPoint} entryPoint
 */
export function moduleOf(entryPoint) {
  if (bundles === undefined) bundles = findBuild();
  return projectFile(bundles === null ? entryPoint : bundles + entryPoint.replace(/ts$/, 'js'));
}

/** The client that was built with this process's program; null when it runs from source. */
export function builtClient() {
  return bundles ? projectFile(bundles + clientFile) : null;
}

/**
 * Whether there are builds, but none of these sources: they were edited, or a copy has lost their
 * modification times.
 */
export function isBuildStale() {
  return bundles === null && existsSync(projectFile('dist/'));
}

/** Null when the sources were not built, or this user may not read the build. */
export function findBuild() {
  try {
    const folder = buildFolder();
    accessSync(projectFile(`${folder}server/run-server.js`), constants.R_OK);
    return folder;
  } catch {
    return null;
  }
}

/** The build of the sources as they are now, whether or not it exists. */
export function buildFolder() {
  return `dist/${sourceStamp(sourceFolders, sourceFiles)}/`;
}
