// Puts together what brings events to webhooks.
import { randomInt } from 'node:crypto';
import type { AttemptEnd } from '#actions/webhooks/settle-attempts.ts';
import { webhooksPerBrandMax } from '#contract/limits.ts';
import type { JobLimits } from '#core/choose-jobs.ts';
import type { Network } from '#core/networks.ts';
import { retryDelay } from '#core/webhooks/webhook-retries.ts';
import { WebhookSender } from '#outbound/webhook-sender.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { type Delivering, eventDeliverer } from './deliver-events.ts';
import { inBatches } from './in-batches.ts';
import { JobWorker } from './job-worker.ts';
import { eventReplayer } from './replay-events.ts';
import { deliveryRetrier } from './retry-delivery.ts';
import { attemptSender, type AttemptOutcome } from './webhook-attempt.ts';
import { WebhookPings } from './webhook-pings.ts';

interface WebhooksOptions {
  runner: ActionRunner;
  jobLeaseMs: number;
  webhookRetryMs: readonly number[];
  webhookTimeoutMs: number;
  webhookTrustedNetworks: readonly Network[];
  webhookPorts: readonly number[];
  dnsServers: readonly string[];
  onAttempt(outcome: AttemptOutcome): void;
  onError(error: unknown, what: string): void;
}

interface Webhooks {
  pings: WebhookPings;
  underWay(): number;
  wake(): void;
  stop(): Promise<void>;
}

// Who hangs costs a socket and little else. All endpoints of a brand can be served at the same time, so that
// none has to wait for another; retries and replays have a worker, and with it places, of their own.
const firstTries: JobLimits = { total: 400, perBrand: webhooksPerBrandMax, perLane: 1 };
const laterTries: JobLimits = { total: 200, perBrand: 2 * webhooksPerBrandMax, perLane: 2 };
const settledAtOnce = 50;
const jitterSteps = 1_000;

export function startWebhooks(options: WebhooksOptions): Webhooks {
  const { runner, jobLeaseMs: leaseMs, onError } = options;
  const sender = new WebhookSender({
    trustedNetworks: options.webhookTrustedNetworks,
    ports: options.webhookPorts,
    dnsServers: options.dnsServers,
    timeoutMs: options.webhookTimeoutMs,
  });
  const send = attemptSender(sender, options.onAttempt);
  // Many may end in the same moment, and each commit would hold up the leads behind it.
  const settleWithOthers = inBatches(
    (ends: AttemptEnd[]) => runner.run('settleAttempts', ends),
    settledAtOnce,
  );
  const delivering: Delivering = {
    runner,
    send,
    async settle(end) {
      const step = await settleWithOthers(end);
      if (typeof step === 'object') throw new Error(`not settled: ${step.failed}`);
      return step;
    },
    retryInMs: (failures) =>
      retryDelay(failures, options.webhookRetryMs, randomInt(jitterSteps + 1) / jitterSteps),
  };
  const workers = [
    new JobWorker(runner, {
      handlers: { deliverEvents: eventDeliverer(delivering) },
      limits: firstTries,
      leaseMs,
      onError: (error) => onError(error, 'events were not delivered'),
    }),
    new JobWorker(runner, {
      handlers: {
        retryDelivery: deliveryRetrier(delivering),
        replayEvents: eventReplayer(delivering),
      },
      limits: laterTries,
      leaseMs,
      onError: (error) => onError(error, 'an event was not delivered again'),
    }),
  ];
  const pings = new WebhookPings(runner, send);
  for (const worker of workers) worker.start();

  return {
    pings,
    underWay: () => workers.reduce((sum, worker) => sum + worker.underWay, 0),
    wake: () => workers.forEach((worker) => worker.wake()),
    async stop() {
      pings.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      await sender.close();
    },
  };
}
