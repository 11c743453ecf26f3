// What this process and all it started have used of the processors, once those have ended.
import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

export function processorTime(): string {
  if (process.platform !== 'linux') return 'processor time unknown on this system';
  // Behind the name in parentheses; user and system time of this process and of its children are fields 14 to 17.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ');
  const [user, system, childUser, childSystem] = fields
    .slice(11, 15)
    .map((ticks) => Number(ticks) / ticksPerSecond) as [number, number, number, number];
  const users = user + childUser;
  const systems = system + childSystem;
  const all = (users + systems).toFixed(0);
  return `${all} s of processor time (${users.toFixed(0)} user, ${systems.toFixed(0)} system)`;
}
