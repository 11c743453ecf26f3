// Child processes that neither outlive this process nor keep it from ending: a test file whose `before` failed ends
// at once, with all that it started.
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** For one that is waited for: it does keep this process from ending. */
export function killAtExit(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

export function endWithUs(child: ChildProcess): void {
  killAtExit(child);
  child.unref();
  for (const pipe of child.stdio) (pipe as Socket | null)?.unref();
}
