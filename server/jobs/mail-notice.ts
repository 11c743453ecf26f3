// Mails a notice to one member.
import { noticeMail } from '#core/accounts/mail-texts.ts';
import { readNoticeMailJob } from '#core/notifications/notice-jobs.ts';
import { ownerMailRetryMs, retryDelay } from '#core/retry-schedules.ts';
import type { SendMail } from '#outbound/mail.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';
import { graceAfter } from './mail-grace.ts';
import { readNotice } from './read-notice.ts';

interface MailOptions {
  runner: ActionRunner;
  send: SendMail;
  publicUrl: string | null;
  onFailure(error: unknown): void;
}

export function noticeMailer({ runner, send, publicUrl, onFailure }: MailOptions): JobHandler {
  return async (job, signal) => {
    const notice = readNoticeMailJob(job.payload);
    const { brandId } = job;
    const found = await readNotice(runner, { job, notice }, (read) =>
      runner.run('readNoticeMail', { brandId, notice: read }),
    );
    if (!found) return;
    const { to, language, brandName, text } = found;
    const url = `${publicUrl}${text.path}?brand=${brandId}`;
    const mail = noticeMail(language, { brandName, ...text, url });
    try {
      signal.throwIfAborted();
      await send({ to, ...mail }, graceAfter(signal));
    } catch (error) {
      signal.throwIfAborted();
      const failures = job.failures + 1;
      const inMs = retryDelay(ownerMailRetryMs, failures, Math.random());
      if (inMs !== null) return void (await runner.run('retryJobs', [{ job, failures, inMs }]));
      onFailure(error);
    }
    await runner.run('endJob', job);
  };
}
