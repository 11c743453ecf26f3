// Programs that may be installed on the machine.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function onPath(name: string): string | undefined {
  return allOnPath(name)[0];
}

/** In the order of the PATH. */
export function allOnPath(name: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).filter((file) => existsSync(file));
}
