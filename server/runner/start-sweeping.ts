import type { ActionRunner } from './action-runner.ts';

const sweepEveryMs = 10_000;
const sweepLogsEveryMs = 60 * 60 * 1000;

interface SweepingOptions {
  /** In the request log of a brand. */
  requestsMax: number;
  /** Requests that went before their time. */
  onDropped(count: number): void;
  /** How many requests that brand has which has the most, after each sweep. */
  onCounted(requests: number): void;
  onError(error: unknown): void;
}

/** Does now and every few seconds what can wait, in small steps that let the writer do its work between. */
export function startSweeping(
  runner: ActionRunner,
  { requestsMax, onDropped, onCounted, onError }: SweepingOptions,
): { stop(): void } {
  const stopped = new AbortController();
  let isUnderWay = false;
  let logsSweptAt = -Infinity;

  const sweepAll = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      while (!stopped.signal.aborted && (await runner.run('sweep', null)));
      while (!stopped.signal.aborted && (await runner.run('continueSearchRefresh', null)));
      while (!stopped.signal.aborted && (await runner.run('reindexStaleCustomers', null)));
      if (performance.now() >= logsSweptAt + sweepLogsEveryMs) await sweepLogs();
      if (!stopped.signal.aborted) await runner.run('numberOrphanedEvents', null);
      if (!stopped.signal.aborted) await runner.run('refreshStatistics', null);
    } catch (error) {
      onError(error);
    } finally {
      isUnderWay = false;
    }
  };

  // Brand by brand, which takes its time where there are many.
  const sweepLogs = async () => {
    let afterBrandId: string | null = null;
    let most = 0;
    do {
      const log: { edges: Record<string, string>; largest: number } = await runner.run(
        'findRequestLogEdges',
        { afterBrandId, requestsMax },
      );
      const { edges, largest } = log;
      most = Math.max(most, largest);
      const swept: { afterBrandId: string | null; dropped: number } = await runner.run(
        'sweepLoggedRequests',
        { afterBrandId, edges },
      );
      afterBrandId = swept.afterBrandId;
      onDropped(swept.dropped);
    } while (!stopped.signal.aborted && afterBrandId !== null);
    onCounted(most);
    while (!stopped.signal.aborted && (await runner.run('sweepImports', null)));
    logsSweptAt = performance.now();
  };

  const timer = setInterval(sweepAll, sweepEveryMs).unref();
  void sweepAll();
  return {
    stop() {
      stopped.abort();
      clearInterval(timer);
    },
  };
}
