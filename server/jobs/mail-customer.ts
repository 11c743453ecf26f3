// Mails a customer: the receipt of a lead, an appointment, or a work report.
import type { CustomerMailKind } from '#contract/notification-lists.ts';
import type { MailSettings } from '#core/accounts/mail-settings.ts';
import { messageKeyOf } from '#core/intakes/mail-reply.ts';
import { customerMailRetryMs, retryDelay } from '#core/retry-schedules.ts';
import { logoContentId } from '#core/notifications/mail-html.ts';
import type { WorkReport } from '#core/reports/work-report.ts';
import { readDataPicture } from '#core/photos/data-picture.ts';
import { addressOf, type Attachment, MailFailed, jobMailSender } from '#outbound/mail.ts';
import type { ReportMaker } from '#reports/report-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';
import { graceAfter } from './mail-grace.ts';

interface CustomerMailOptions {
  runner: ActionRunner;
  /** Null where no mail is sent: the jobs of earlier settings end. */
  mail: MailSettings | null;
  reports: Pick<ReportMaker, 'makeForMail'>;
  onFailure(error: unknown): void;
}

export function customerMailer({
  runner,
  mail,
  reports,
  onFailure,
}: CustomerMailOptions): JobHandler {
  if (!mail) return (job) => runner.run('dropCustomerMail', job);
  const send = jobMailSender(mail);
  const [, host] = addressOf(mail.from).split('@');
  const pdfOf = async (brandId: string, report: WorkReport): Promise<Attachment> => ({
    fileName: report.fileName,
    contentType: 'application/pdf',
    content: Buffer.from(await reports.makeForMail(brandId, report)),
  });
  return async (job, signal) => {
    const found = await runner.run('readCustomerMail', { brandId: job.brandId, id: job.id });
    if (!found) return runner.run('dropCustomerMail', job);
    if ('inMs' in found)
      return void (await runner.run('retryJobs', [{ job, failures: job.failures, ...found }]));
    const { kind, customerId, appointment, html, logo, calendar, report, ...letter } = found;
    // The same for each attempt: some mail servers deliver only the first.
    const messageId = `<${job.id}@${host}>`;
    const message = {
      ...letter,
      messageId,
      ...(html !== null && { html }),
      attachments: [...logoIn(logo), ...(calendar === null ? [] : [calendarFile(calendar, kind)])],
    };
    const about = {
      job,
      kind,
      customerId,
      scheduledStart: appointment?.start ?? null,
      scheduledEnd: appointment?.end ?? null,
      messageKey: messageKeyOf(messageId),
    };
    const settle = (state: 'sent' | 'failed') =>
      runner.run('settleCustomerMail', { ...about, state });
    try {
      signal.throwIfAborted();
      if (report) message.attachments.push(await pdfOf(job.brandId, report));
      signal.throwIfAborted();
      await send(message, graceAfter(signal));
    } catch (error) {
      signal.throwIfAborted();
      const failures = job.failures + 1;
      const isFinal = error instanceof MailFailed && error.isRecipientRefused;
      const inMs = isFinal ? null : retryDelay(customerMailRetryMs, failures, Math.random());
      if (inMs !== null) return void (await runner.run('retryJobs', [{ job, failures, inMs }]));
      onFailure(error);
      return settle('failed');
    }
    return settle('sent');
  };
}

function calendarFile(content: string, kind: CustomerMailKind): Attachment {
  const method = kind === 'cancelled' ? 'CANCEL' : 'PUBLISH';
  const contentType = `text/calendar; charset=utf-8; method=${method}`;
  return { fileName: 'appointment.ics', contentType, content };
}

function logoIn(logo: string | null): Attachment[] {
  const picture = logo === null ? null : readDataPicture(logo);
  if (!picture) return [];
  const { contentType, bytes: content } = picture;
  const fileName = `logo.${contentType === 'image/png' ? 'png' : 'jpg'}`;
  return [{ fileName, contentType, content, contentId: logoContentId }];
}
