// Starts the workers that notify members, and mail customers. Their slots are their own, so slow
// photo hosts and webhooks cannot delay a notification.
import type { JobLimits } from '#core/choose-jobs.ts';
import type { MailSettings } from '#core/accounts/mail-settings.ts';
import type { Network } from '#core/networks.ts';
import { addressOf, jobMailSender } from '#outbound/mail.ts';
import { WebhookSender } from '#outbound/webhook-sender.ts';
import type { ReportMaker } from '#reports/report-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { JobWorker } from './job-worker.ts';
import { customerMailer } from './mail-customer.ts';
import { noticeMailer } from './mail-notice.ts';
import { noticePusher } from './push-notice.ts';
import { memberTeller, unansweredReminder } from './tell-members.ts';

interface NotifyingOptions {
  runner: ActionRunner;
  jobLeaseMs: number;
  pushRetryMs: readonly number[];
  pushTrustedNetworks: readonly Network[];
  pushPorts: readonly number[];
  pushContact: string | null;
  dnsServers: readonly string[];
  /** Null where no mail is sent. */
  mail: MailSettings | null;
  publicUrl: string | null;
  reports: ReportMaker;
  onError(error: unknown, what: string): void;
}

interface Notifying {
  inFlight(): number;
  wake(): void;
  stop(): Promise<void>;
}

const reading: JobLimits = { total: 8, perBrand: 1, perLane: 1 };
// A change of the settings makes all reminders of a brand due: they must not delay new leads.
const reminding: JobLimits = { total: 4, perBrand: 1, perLane: 1 };
// Most browsers have one of three push services, each with a lane.
const sending: JobLimits = { total: 64, perBrand: 16, perLane: 24 };
const mailing: JobLimits = { total: 8, perBrand: 4, perLane: 8 };
const pushTimeoutMs = 10_000;

export function startNotifying(options: NotifyingOptions): Notifying {
  const { runner, jobLeaseMs: leaseMs, mail, publicUrl, onError } = options;
  const sender = new WebhookSender({
    trustedNetworks: options.pushTrustedNetworks,
    ports: options.pushPorts,
    dnsServers: options.dnsServers,
    timeoutMs: pushTimeoutMs,
  });
  const telling = { runner, sendsMail: mail !== null };
  const onFailure = (error: unknown) => onError(error, 'a member was not notified');
  const workers = [
    new JobWorker(runner, {
      handlers: { tellMembers: memberTeller(telling) },
      limits: reading,
      leaseMs,
      onError: (error) => onError(error, 'notifications were not prepared'),
    }),
    new JobWorker(runner, {
      handlers: { remindUnanswered: unansweredReminder(telling) },
      limits: reminding,
      leaseMs,
      onError: (error) => onError(error, 'owners were not reminded of a lead'),
    }),
    new JobWorker(runner, {
      handlers: {
        mailCustomer: customerMailer({
          runner,
          mail,
          reports: options.reports,
          onFailure: (error) => onError(error, 'a customer was not mailed'),
        }),
      },
      limits: mailing,
      leaseMs,
      onError: (error) => onError(error, 'a mail to a customer was not sent'),
    }),
    new JobWorker(runner, {
      handlers: {
        pushNotice: noticePusher({
          runner,
          sender,
          contact: contactOf(options),
          retryMs: options.pushRetryMs,
          onFailure,
        }),
        ...(mail && {
          mailNotice: noticeMailer({ runner, send: jobMailSender(mail), publicUrl, onFailure }),
        }),
      },
      limits: sending,
      leaseMs,
      onError: (error) => onError(error, 'a notification was not sent'),
    }),
  ];
  for (const worker of workers) worker.start();

  return {
    inFlight: () => workers.reduce((sum, worker) => sum + worker.inFlight, 0),
    wake: () => workers.forEach((worker) => worker.wake()),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await sender.close();
    },
  };
}

/** Some push services refuse messages without one. */
function contactOf({
  pushContact,
  mail,
  publicUrl,
}: Pick<NotifyingOptions, 'pushContact' | 'mail' | 'publicUrl'>): string {
  if (pushContact !== null) return pushContact;
  if (mail) return `mailto:${addressOf(mail.from)}`;
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:operator@localhost';
}
