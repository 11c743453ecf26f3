// @ts-check
// Where the program's files are. It runs from the bundles in dist/ (scripts/build-program.ts), which start faster and
// take less memory, or from its TypeScript sources when these have changed since.
// Plain JavaScript and never bundled: all paths are relative to this file.
import { accessSync, constants } from 'node:fs';
import { isUpToDate, readStamp, stampOf } from './build-stamp.js';

const root = new URL('../../', import.meta.url);
/** Written by the build when it is complete; names its folder. */
export const stampFile = 'dist/stamp.json';
/** Names the folder that the process looked up before it restarted; empty for the sources. */
export const buildArgument = '--build=';
export const programSources = {
  folders: ['cli', 'contract', 'sdk/src', 'server'],
  files: ['package.json', 'package-lock.json', 'scripts/build-program.ts'],
};

/** Imported or started by name, each with a bundle of its own. */
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

/** @type {string | null | undefined} */
let folderOfProcess;

/**
 * The path starts at the top folder; that of a folder ends with a slash.
 * @param {string} path
 */
export function projectFile(path) {
  return new URL(path, root);
}

/**
 * The module to import. All parts of a process come from the same build.
 * @param {ProgramPart} part
 */
export function moduleOf(part) {
  if (folderOfProcess === undefined) folderOfProcess = folderAtStart();
  return projectFile(folderOfProcess === null ? part : folderOfProcess + part.replace(/ts$/, 'js'));
}

function folderAtStart() {
  const given = process.argv.find((argument) => argument.startsWith(buildArgument));
  return given === undefined ? builtFolder() : given.slice(buildArgument.length) || null;
}

/** The folder of the build; null when there is none, or it is stale. */
export function builtFolder() {
  const built = readStamp(stampFile);
  if (built === null) return null;
  try {
    accessSync(projectFile(`${built.folder}server/run-server.js`), constants.R_OK);
    return isUpToDate(built, stampOf(programSources)) ? String(built.folder) : null;
  } catch {
    // This user may not read the build or the sources.
    return null;
  }
}
