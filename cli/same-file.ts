import { statSync } from 'node:fs';

/** Returns whether two paths are the same file, following links. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}
