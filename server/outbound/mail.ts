// Sends mail through the operator's SMTP server. One quick retry, then the caller gets the error:
// nothing is queued here. Users can request a link again; mails that nobody requests are jobs.
import { setTimeout as wait } from 'node:timers/promises';
import type { MailSettings } from '#core/accounts/mail-settings.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Shown as the sender, in place of the name in MAIL_FROM. */
  fromName?: string;
  replyTo?: string;
  /** With angle brackets; mail servers can recognise a mail that is sent again by it. */
  messageId?: string;
  attachments?: readonly Attachment[];
}

export interface Attachment {
  fileName: string;
  contentType: string;
  content: string | Buffer;
  /** Of a picture that the HTML shows. */
  contentId?: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

const connectMsMax = 4_000;
const silenceMsMax = 4_000;
const attemptsMax = 2;
const retryAfterMs = 500;
// Hosts to which a password may be sent without TLS.
const ownMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Contains no personal data: the mail server's own text is left out. */
export class MailFailed extends Error {
  override name = 'MailFailed';
  /** The mail server refuses the recipient: there is no such mailbox. */
  readonly isRecipientRefused: boolean;

  constructor(error: unknown) {
    super(reasonOf(error));
    const { command } = error as MailError;
    this.isRecipientRefused = isFinal(error) && command === 'RCPT TO';
  }
}

export function mailSender({ host, port, isTls, user, from }: MailSettings): SendMail {
  return async (mail) => {
    // Loaded on first use: most servers never send mail.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host,
      port,
      secure: isTls,
      // Never send a password unencrypted.
      requireTLS: !isTls && user !== null && !ownMachine.test(host),
      ...(user && { auth: { user: user.name, pass: user.password } }),
      connectionTimeout: connectMsMax,
      dnsTimeout: connectMsMax,
      greetingTimeout: silenceMsMax,
      socketTimeout: silenceMsMax,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { fromName, replyTo, messageId, html, attachments = [] } = mail;
    const message = {
      from: fromName === undefined ? from : { name: fromName, address: addressOf(from) },
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      ...(html !== undefined && { html }),
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(replyTo !== undefined && { replyTo: { name: fromName ?? '', address: replyTo } }),
      ...(messageId !== undefined && { messageId }),
      ...(attachments.length > 0 && { attachments: attachments.map(attachmentOf) }),
    };
    for (let attempt = 1; ; attempt++) {
      try {
        await transport.sendMail(message);
        return;
      } catch (error) {
        if (attempt >= attemptsMax || isFinal(error)) throw new MailFailed(error);
        await wait(retryAfterMs);
      }
    }
  };
}

/** Of `Vakwerk <hello@example.com>`. */
export function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
}

function attachmentOf({ fileName, contentType, content, contentId }: Attachment) {
  const file = { filename: fileName, content, contentType };
  return contentId === undefined
    ? file
    : { ...file, cid: contentId, contentDisposition: 'inline' as const };
}

/** A 5xx reply of the mail server is permanent. */
function isFinal(error: unknown): boolean {
  return isRefusal(error as MailError);
}

// Errors that the operator can fix in the settings.
const inWords: Record<string, string> = {
  EAUTH: 'the mail server rejects the user and password of SMTP_URL',
  ETLS: 'the mail server does not support TLS',
};
const refusedFrom = 500;

function isRefusal({ responseCode = 0 }: MailError): boolean {
  return responseCode >= refusedFrom;
}

/** Only codes: the texts of mail servers may repeat the recipient or the message. */
function reasonOf(error: unknown): string {
  const { code = 'unknown', originalCode, responseCode } = error as MailError;
  // The system's code for a connection or certificate is more precise than the library's.
  const words = isRefusal(error as MailError) ? inWords[code] : undefined;
  const parts = [words, originalCode ?? code].filter((part) => part !== undefined);
  if (responseCode !== undefined) parts.push(`the mail server said ${responseCode}`);
  return parts.join(', ');
}

interface MailError {
  code?: string;
  /** The SMTP command that failed. */
  command?: string;
  originalCode?: string;
  responseCode?: number;
}
