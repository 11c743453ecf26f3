// Pushes a notice to one browser.
import { readPushJob } from '#core/notifications/notice-jobs.ts';
import { retryAfterMs, retryDelay } from '#core/retry-schedules.ts';
import { pushMessage } from '#outbound/push-message.ts';
import type { WebhookAnswer } from '#outbound/send-webhook.ts';
import type { WebhookSender } from '#outbound/webhook-sender.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';
import { readNotice } from './read-notice.ts';

interface PushOptions {
  runner: ActionRunner;
  sender: WebhookSender;
  /** How push services reach the operator. */
  contact: string;
  retryMs: readonly number[];
  onFailure(error: unknown): void;
}

// A lead of yesterday is no news.
const ttlSeconds = 24 * 60 * 60;
const urgentKinds = new Set(['newLead', 'urgentLead', 'unanswered', 'followUpDue']);
// The push service no longer knows the browser.
const goneStatuses = new Set([404, 410]);
const laterStatuses = new Set([408, 425, 429]);
const laterErrors = new Set(['timeout', 'dns_failed', 'connect_failed', 'tls_failed']);

export function noticePusher({
  runner,
  sender,
  contact,
  retryMs,
  onFailure,
}: PushOptions): JobHandler {
  return async (job, signal) => {
    const notice = readPushJob(job.payload);
    const { brandId } = job;
    const push = await readNotice(runner, { job, notice }, (read) =>
      runner.run('readPush', { brandId, notice: read }),
    );
    if (!push) return;
    const { accountId, kind, subscriptionId: id } = notice;
    const { text, language: lang, phone, tag } = push;
    const data = { ...text, brandId, lang, phone, tag };
    const urgency = urgentKinds.has(kind) ? ('high' as const) : ('normal' as const);
    const message = await pushMessage(push, data, { contact, ttlSeconds, urgency });
    const answer = await sender.send(message, signal);
    if (answer.error === null) return runner.run('endJob', job);
    if (goneStatuses.has(answer.status ?? 0)) {
      return runner.run('dropPushSubscription', { job, accountId, id });
    }
    const failures = job.failures + 1;
    const delayMs = mayPass(answer) ? retryDelay(retryMs, failures, Math.random()) : null;
    const inMs = delayMs && Math.max(delayMs, retryAfterMs(answer.retryAfter, Date.now()));
    if (inMs !== null) return void (await runner.run('retryJobs', [{ job, failures, inMs }]));
    onFailure(new Error(`the push service refused it: ${answer.status ?? answer.error}`));
    await runner.run('endJob', job);
  };
}

function mayPass({ status, error }: WebhookAnswer): boolean {
  if (status === null) return laterErrors.has(error ?? '');
  return status >= 500 || laterStatuses.has(status);
}
