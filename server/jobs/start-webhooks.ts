// Starts the workers that deliver events to webhooks.
import type { AttemptEnd } from '#actions/webhooks/settle-attempts.ts';
import { webhooksPerBrandMax } from '#contract/limits.ts';
import type { JobLimits } from '#core/choose-jobs.ts';
import type { MailSettings } from '#core/accounts/mail-settings.ts';
import type { Network } from '#core/networks.ts';
import { retryDelay } from '#core/retry-schedules.ts';
import { isSlow } from '#core/webhooks/webhook-retries.ts';
import { jobMailSender } from '#outbound/mail.ts';
import { WebhookSender } from '#outbound/webhook-sender.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { type Delivering, eventDeliverer } from './deliver-events.ts';
import { inBatches } from './in-batches.ts';
import { JobWorker } from './job-worker.ts';
import { eventReplayer } from './replay-events.ts';
import { deliveryRetrier } from './retry-delivery.ts';
import { SlowEndpoints } from './slow-endpoints.ts';
import { ownerNotifier } from './notify-owner.ts';
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
  /** Null where no mail is sent. */
  mail: MailSettings | null;
  publicUrl: string | null;
  now(): number;
  onAttempt(outcome: AttemptOutcome): void;
  onError(error: unknown, what: string): void;
}

interface Webhooks {
  pings: WebhookPings;
  inFlight(): number;
  wake(): void;
  stop(): Promise<void>;
}

// A hanging endpoint costs little more than a socket. Every endpoint of a brand has a slot, so that
// none waits for another. Retries and replays have a worker with slots of their own. Endpoints
// that are not slow keep half of the first-attempt slots and a third of the retry slots.
const firstTries: JobLimits = { total: 600, perBrand: webhooksPerBrandMax, perLane: 1, slow: 300 };
const laterTries: JobLimits = {
  total: 300,
  perBrand: 2 * webhooksPerBrandMax,
  perLane: 2,
  slow: 200,
};
// Evicted endpoints are measured again.
const slowEndpointsMax = 1_000;
const settledAtOnce = 50;

export function startWebhooks(options: WebhooksOptions): Webhooks {
  const { runner, jobLeaseMs: leaseMs, mail, onError } = options;
  const sender = new WebhookSender({
    trustedNetworks: options.webhookTrustedNetworks,
    ports: options.webhookPorts,
    dnsServers: options.dnsServers,
    timeoutMs: options.webhookTimeoutMs,
  });
  const send = attemptSender(sender, options.now, options.onAttempt);
  const slowEndpoints = new SlowEndpoints(slowEndpointsMax);
  // Attempts may end together, and each commit of its own would delay the leads behind it. Timeouts
  // that began together also end together: a separate batch keeps them from delaying quick attempts.
  const settling = () =>
    inBatches(
      (ends: AttemptEnd[]) => runner.run('settleAttempts', { ends, sendsMail: mail !== null }),
      settledAtOnce,
    );
  const [settleSlow, settleQuick] = [settling(), settling()];
  const delivering: Delivering = {
    runner,
    send,
    async settle(end) {
      const wasSlow = end.attempt !== null && isSlow(end.attempt);
      if (end.attempt) slowEndpoints.mark(end.endpointId, wasSlow);
      const step = await (wasSlow ? settleSlow : settleQuick)(end);
      if (typeof step === 'object') throw new Error(`not settled: ${step.failed}`);
      return step;
    },
    retryInMs: (failures) => retryDelay(options.webhookRetryMs, failures, Math.random()),
  };
  const workers = [
    new JobWorker(runner, {
      handlers: { deliverEvents: eventDeliverer(delivering) },
      limits: firstTries,
      slowSubjects: slowEndpoints.ids,
      leaseMs,
      onError: (error) => onError(error, 'events were not delivered'),
    }),
    new JobWorker(runner, {
      handlers: {
        retryDelivery: deliveryRetrier(delivering),
        replayEvents: eventReplayer(delivering),
        ...(mail && {
          notifyOwner: ownerNotifier({
            runner,
            send: jobMailSender(mail),
            publicUrl: options.publicUrl,
            onFailure: (error) =>
              onError(error, 'an owner was not notified that a webhook was disabled'),
          }),
        }),
      },
      limits: laterTries,
      slowSubjects: slowEndpoints.ids,
      leaseMs,
      onError: (error) => onError(error, 'a retry or replay failed'),
    }),
  ];
  const pings = new WebhookPings(send, options.now);
  for (const worker of workers) worker.start();

  return {
    pings,
    inFlight: () => workers.reduce((sum, worker) => sum + worker.inFlight, 0),
    wake: () => workers.forEach((worker) => worker.wake()),
    async stop() {
      pings.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      await sender.close();
    },
  };
}
