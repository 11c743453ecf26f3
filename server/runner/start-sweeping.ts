import type { ActionRunner } from './action-runner.ts';

const sweepEveryMs = 60_000;

/** Sweeps now and every minute, in small steps between which the writer does its other work. */
export function startSweeping(
  runner: ActionRunner,
  onError: (error: unknown) => void,
): { stop(): void } {
  let isStopped = false;
  let isUnderWay = false;

  const sweepAll = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      while (!isStopped && (await runner.run('sweep', null)));
    } catch (error) {
      onError(error);
    } finally {
      isUnderWay = false;
    }
  };

  const timer = setInterval(sweepAll, sweepEveryMs).unref();
  void sweepAll();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
