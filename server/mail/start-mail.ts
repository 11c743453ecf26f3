// Receives mail by SMTP, if it is switched on, and polls the mailboxes of channels.
import { randomFillSync } from 'node:crypto';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import type { Config } from '#server/config.ts';
import { MailboxPoller } from './mailbox-poller.ts';
import { MailReader } from './mail-reader.ts';
import type { MailParts } from './receive-mail.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

interface MailOptions extends Omit<MailParts, 'newId'> {
  config: Config;
  now(): number;
  onMail(outcome: string): void;
  onListening(port: number): void;
  onError(error: unknown, what: string): void;
}

export interface Mail {
  /** Lets mails in flight finish. */
  stop(): Promise<void>;
}

export async function startMail({ config, ...rest }: MailOptions): Promise<Mail> {
  const { onError, onListening, now } = rest;
  const makeId = uuidV7Maker(randomFillSync);
  const options = { ...rest, newId: () => makeId(now()) };
  const reader = new MailReader();
  const receiver =
    config.mailIn &&
    (await startSmtpReceiver({
      ...options,
      settings: config.mailIn,
      reader,
      onError: (error) => onError(error, 'a mail was not stored'),
    }));
  if (receiver) onListening(receiver.port);
  const poller = new MailboxPoller({
    ...options,
    config,
    reader,
    onError: (error) => onError(error, 'mailboxes were not polled'),
  });
  poller.start();
  return {
    async stop() {
      await Promise.all([receiver?.stop(), poller.stop()]);
      await reader.close();
    },
  };
}
