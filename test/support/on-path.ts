// Programs that may be installed on the machine.
import { execFileSync } from 'node:child_process';
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

/** The first Node on the PATH of another version than ours. */
export function nodeBesidesOurs(): string | undefined {
  return allOnPath('node').find((file) => {
    const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim();
    return version !== process.version && Number(/^v(\d+)/.exec(version)?.[1]) >= 20;
  });
}
