import { spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';
import { onPath } from './on-path.ts';

const niceness = 19;

/** Linux can take the processor from such a process in the moment another wants it, and not only soon after. */
export function leaveProcessorToOthers(): void {
  setPriority(niceness);
  if (onPath('chrt')) spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', `${process.pid}`]);
}
