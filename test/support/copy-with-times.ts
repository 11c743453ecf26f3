// Copies a file or folder with its modification times in whole seconds, as container images keep
// them. The option `preserveTimestamps` of `cpSync` rounds to milliseconds, and so moves a file of
// 0.9996 s into the next second: another stamp of the sources.
import { cpSync, lstatSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

export function copyWithTimes(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  setTimes(from, to);
}

function setTimes(from: string, to: string): void {
  const stat = lstatSync(from);
  if (stat.isDirectory()) {
    for (const name of readdirSync(from)) setTimes(join(from, name), join(to, name));
  } else if (stat.isFile()) {
    const seconds = Math.floor(stat.mtimeMs / 1000);
    utimesSync(to, seconds, seconds);
  }
}
