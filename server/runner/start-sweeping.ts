import type { Emptying } from '#actions/test-sides/empty-test-side.ts';
import type { ActionRunner } from './action-runner.ts';

const sweepEveryMs = 10_000;
const sweepLogsEveryMs = 60 * 60 * 1000;

interface SweepingOptions {
  /** The limit of a brand's request log. */
  requestsMax: number;
  /** How long intakes are kept. */
  intakeDays: number;
  /** Called with the number of requests that were dropped early, because of the limit. */
  onDropped(count: number): void;
  /** Called after each sweep with the size of the largest request log. */
  onCounted(requests: number): void;
  onError(error: unknown): void;
}

/** Runs background upkeep now and every ten seconds, in small steps so that other writes run in between. */
export function startSweeping(
  runner: ActionRunner,
  { requestsMax, intakeDays, onDropped, onCounted, onError }: SweepingOptions,
): { stop(): void } {
  const stopped = new AbortController();
  let isRunning = false;
  let logsSweptAt = -Infinity;

  const sweepAll = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (!stopped.signal.aborted && (await runner.run('sweep', null)));
      while (!stopped.signal.aborted && (await runner.run('continueSearchRefresh', null)));
      while (!stopped.signal.aborted && (await runner.run('reindexStaleCustomers', null)));
      if (performance.now() >= logsSweptAt + sweepLogsEveryMs) await sweepLogs();
      if (!stopped.signal.aborted) await runner.run('numberOrphanedEvents', null);
      if (!stopped.signal.aborted) await runner.run('refreshStatistics', null);
      await emptyTestSides({ isForAge: false });
    } catch (error) {
      onError(error);
    } finally {
      isRunning = false;
    }
  };

  // Brand by brand, which takes long with many brands.
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
    await sweepIntakes();
    logsSweptAt = performance.now();
    await emptyTestSides({ isForAge: true });
  };

  const sweepIntakes = async () => {
    let afterBrandId: string | null = null;
    do {
      const input: { afterBrandId: string | null; intakeDays: number } = {
        afterBrandId,
        intakeDays,
      };
      afterBrandId = await runner.run('sweepIntakes', input);
    } while (!stopped.signal.aborted && afterBrandId !== null);
    while (!stopped.signal.aborted && (await runner.run('sweepMailMessages', null)));
  };

  const emptyTestSides = async ({ isForAge }: { isForAge: boolean }) => {
    let afterId: string | null = null;
    for (;;) {
      const sides: Emptying[] = await runner.run('findTestSidesToEmpty', { isForAge, afterId });
      for (const side of sides) {
        await emptyTestSide(side).catch(onError);
        afterId = side.brandId;
      }
      if (sides.length === 0 || stopped.signal.aborted) return;
    }
  };

  const emptyTestSide = async (side: Emptying) => {
    let left: Emptying | null = side;
    while (left && !stopped.signal.aborted) left = await runner.run('continueEmptying', left);
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
