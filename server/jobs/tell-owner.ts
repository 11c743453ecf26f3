// Tells an owner by mail that a webhook was disabled. Who is not reached in half a day sees it in the web app.
import type { Webhook } from '#contract/webhook.ts';
import { disabledWebhookMail } from '#core/accounts/mail-texts.ts';
import { ownerMailRetryMs, retryDelay } from '#core/retry-schedules.ts';
import { readTellingJob } from '#core/webhooks/webhook-jobs.ts';
import type { SendMail } from '#outbound/mail.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

interface TellingOptions {
  runner: ActionRunner;
  send: SendMail;
  publicUrl: string | null;
  onUntold(error: unknown): void;
}

// What is on its way when the service closes would else be sent a second time.
const graceMs = 5_000;

export function ownerTeller({ runner, send, publicUrl, onUntold }: TellingOptions): JobHandler {
  return async (job, signal) => {
    const mail = await mailFor(job);
    if (!mail) return runner.run('endJob', job);
    try {
      signal.throwIfAborted();
      await Promise.race([send(mail), untilGivenUp(signal)]);
    } catch (error) {
      signal.throwIfAborted();
      const failures = job.failures + 1;
      const inMs = retryDelay(ownerMailRetryMs, failures, Math.random());
      if (inMs !== null) {
        await runner.run('retryJobs', [{ job, failures, inMs }]);
        return;
      }
      onUntold(error);
    }
    await runner.run('endJob', job);
  };

  /** Null when there is nothing to tell any more, or nobody to tell it to. */
  async function mailFor({ brandId, subject: accountId, payload }: Parameters<JobHandler>[0]) {
    const { endpointId: id } = readTellingJob(payload);
    const members = await runner.run('listMembers', { brandId });
    const owner = members.find((one) => one.id === accountId && one.role === 'owner');
    const brand = await runner.run('readBrand', { brandId });
    const found = await runner.run('getWebhook', { brandId, id });
    const webhook = found && (JSON.parse(found.body) as Webhook);
    if (!owner || !brand || !webhook?.disabledReason) return null;
    const text = disabledWebhookMail(brand.language, {
      brandName: brand.name,
      // The rest of an address may be a secret.
      name: webhook.description ?? new URL(webhook.url).host,
      reason: webhook.disabledReason,
      url: `${publicUrl}/settings/webhooks/${id}`,
    });
    return { to: owner.email, ...text };
  }
}

function untilGivenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => setTimeout(() => reject(signal.reason), graceMs).unref();
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
