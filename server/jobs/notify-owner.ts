// Notifies an owner by mail that a webhook was disabled. Retries end after half a day;
// the web app shows it too.
import type { Webhook } from '#contract/webhook.ts';
import { disabledWebhookMail } from '#core/accounts/mail-texts.ts';
import { ownerMailRetryMs, retryDelay } from '#core/retry-schedules.ts';
import { readOwnerNotificationJob } from '#core/webhooks/webhook-jobs.ts';
import type { SendMail } from '#outbound/mail.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';
import { graceAfter } from './mail-grace.ts';

interface NotifyOptions {
  runner: ActionRunner;
  send: SendMail;
  publicUrl: string | null;
  onFailure(error: unknown): void;
}

export function ownerNotifier({ runner, send, publicUrl, onFailure }: NotifyOptions): JobHandler {
  return async (job, signal) => {
    const mail = await mailFor(job);
    if (!mail) return runner.run('endJob', job);
    try {
      signal.throwIfAborted();
      await send(mail, graceAfter(signal));
    } catch (error) {
      signal.throwIfAborted();
      const failures = job.failures + 1;
      const inMs = retryDelay(ownerMailRetryMs, failures, Math.random());
      if (inMs !== null) {
        await runner.run('retryJobs', [{ job, failures, inMs }]);
        return;
      }
      onFailure(error);
    }
    await runner.run('endJob', job);
  };

  /** Returns null when the webhook works again, or the account is no longer an owner. */
  async function mailFor({ brandId, subject: accountId, payload }: Parameters<JobHandler>[0]) {
    const { endpointId: id } = readOwnerNotificationJob(payload);
    const members = await runner.run('listMembers', { brandId });
    const owner = members.find((one) => one.id === accountId && one.role === 'owner');
    const brand = await runner.run('readBrand', { brandId });
    const found = await runner.run('getWebhook', { brandId, id });
    const webhook = found && (JSON.parse(found.body) as Webhook);
    if (!owner || !brand || !webhook?.disabledReason) return null;
    const text = disabledWebhookMail(brand.language, {
      brandName: brand.name,
      // The path of a URL may contain a secret.
      name: webhook.description ?? new URL(webhook.url).host,
      reason: webhook.disabledReason,
      url: `${publicUrl}/settings/webhooks/${id}`,
    });
    return { to: owner.email, ...text };
  }
}
