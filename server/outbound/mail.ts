// Sends mail through the SMTP server of the operator. Nothing is queued here: a sign-in link can be requested
// again, and other mails are jobs, which are retried.
import { Socket } from 'node:net';
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

/** The signal closes the connection. */
export type SendMail = (mail: Mail, signal?: AbortSignal) => Promise<void>;

interface Patience {
  /** Also for the greeting of the mail server. */
  connectMsMax: number;
  silenceMsMax: number;
  attemptsMax: number;
}

/** While a person waits. */
const short: Patience = { connectMsMax: 4_000, silenceMsMax: 4_000, attemptsMax: 2 };
// Some mail servers scan a mail before they answer. RFC 5321, 4.5.3.2.6, gives them ten minutes: giving
// up earlier delivers the mail twice.
const long: Patience = { connectMsMax: 60_000, silenceMsMax: 10 * 60_000, attemptsMax: 1 };
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

export function mailSender(settings: MailSettings): SendMail {
  return senderWith(settings, short);
}

/** For jobs, which retry what failed. */
export function jobMailSender(settings: MailSettings): SendMail {
  return senderWith(settings, long);
}

function senderWith(
  { host, port, isTls, user, from }: MailSettings,
  { connectMsMax, silenceMsMax, attemptsMax }: Patience,
): SendMail {
  return async (mail, signal) => {
    // Loaded on first use: most servers never send mail.
    const { createTransport } = await import('nodemailer');
    const transportOver = (socket: Socket) =>
      createTransport({
        host,
        port,
        socket,
        secure: isTls,
        // Never send a password unencrypted.
        requireTLS: !isTls && user !== null && !ownMachine.test(host),
        ...(user && { auth: { user: user.name, pass: user.password } }),
        connectionTimeout: connectMsMax,
        dnsTimeout: connectMsMax,
        greetingTimeout: connectMsMax,
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
      const socket = new Socket();
      const close = () => socket.destroy();
      signal?.addEventListener('abort', close);
      try {
        await transportOver(socket).sendMail(message);
        return;
      } catch (error) {
        if (attempt >= attemptsMax || !isUnsent(error)) throw new MailFailed(error);
        await wait(retryAfterMs);
      } finally {
        signal?.removeEventListener('abort', close);
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

/** Whether it cannot have been delivered, and may be another time. */
function isUnsent(error: unknown): boolean {
  const { code, syscall, timeoutType, responseCode } = error as MailError;
  if (responseCode !== undefined) return !isFinal(error);
  const isUnconnected = timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT';
  return isUnconnected || code === 'EDNS' || syscall === 'connect';
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
  syscall?: string;
  /** Which wait has timed out; SOCKET_TIMEOUT for one within the session. */
  timeoutType?: string;
}
