import { statSync } from 'node:fs';

/** Whether two paths lead to one file, through links of whatever kind. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}
