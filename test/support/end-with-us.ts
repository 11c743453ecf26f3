// Child processes that neither outlive this process nor keep it alive: a test file whose `before`
// failed ends immediately, with its children.
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** For a child that is awaited: it does keep this process alive. */
export function killAtExit(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

export function endWithUs(child: ChildProcess): void {
  killAtExit(child);
  child.unref();
  for (const pipe of child.stdio) (pipe as Socket | null)?.unref();
}
