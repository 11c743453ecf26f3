import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stampFile } from '#runtime/program.js';
import { projectFiles, root } from './project-files.ts';

/** Copies the program's build into a copy of the project, where it is up to date. */
export function copyProgramBuild(copy: string): void {
  const { folder } = JSON.parse(readFileSync(join(root, stampFile), 'utf8'));
  cpSync(join(root, folder), join(copy, folder), { recursive: true });
  copyStamp(copy, stampFile);
}

export function copyWebBuild(copy: string): void {
  cpSync(join(root, 'web/dist'), join(copy, 'web/dist'), { recursive: true });
  copyStamp(copy, 'web/dist/stamp.json');
}

/** The copied sources are newer than those of the build. */
function copyStamp(copy: string, file: string): void {
  const stamp = JSON.parse(readFileSync(join(root, file), 'utf8'));
  const times = projectFiles().map(
    (path) => statSync(join(copy, path), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  writeFileSync(join(copy, file), JSON.stringify({ ...stamp, newestMs: Math.max(...times) }));
}
