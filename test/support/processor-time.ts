// CPU time of this process and its ended children.
import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

export function processorTime(): string {
  if (process.platform !== 'linux') return 'processor time unknown on this system';
  // After the name in parentheses; fields 14 to 17 are user and system time of this process and its
  // children.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ');
  const [user, system, childUser, childSystem] = fields
    .slice(11, 15)
    .map((ticks) => Number(ticks) / ticksPerSecond) as [number, number, number, number];
  const users = user + childUser;
  const systems = system + childSystem;
  const all = (users + systems).toFixed(0);
  return `${all} s of processor time (${users.toFixed(0)} user, ${systems.toFixed(0)} system)`;
}
