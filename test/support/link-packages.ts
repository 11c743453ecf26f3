import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project-files.ts';

/** One by one: files beside them, such as compiled code, are the copy's own. */
export function linkPackages(copyOfProject: string): void {
  const packages = join(copyOfProject, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
}
