// Sends mail through the operator's server. Nothing is kept here: one more try after a moment, and then the caller
// hears that it failed. A link can be asked for again; what nobody asks for is a job.
import { setTimeout as wait } from 'node:timers/promises';
import type { MailSettings } from '#core/accounts/mail-settings.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

const connectMsMax = 4_000;
const silenceMsMax = 4_000;
const attemptsMax = 2;
const retryAfterMs = 500;
// Machines that mail may go to in the clear although it needs a password.
const ownMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** The error tells nothing of the person; what the mail server said of them stays unsaid. */
class MailFailed extends Error {
  override name = 'MailFailed';
}

export function mailSender({ host, port, isTls, user, from }: MailSettings): SendMail {
  return async (mail) => {
    // Most servers never send one.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host,
      port,
      secure: isTls,
      // A password goes over no line that others can read.
      requireTLS: !isTls && user !== null && !ownMachine.test(host),
      ...(user && { auth: { user: user.name, pass: user.password } }),
      connectionTimeout: connectMsMax,
      dnsTimeout: connectMsMax,
      greetingTimeout: silenceMsMax,
      socketTimeout: silenceMsMax,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const message = {
      from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    for (let attempt = 1; ; attempt++) {
      try {
        await transport.sendMail(message);
        return;
      } catch (error) {
        if (attempt >= attemptsMax || isFinal(error)) throw new MailFailed(reasonOf(error));
        await wait(retryAfterMs);
      }
    }
  };
}

/** A 5xx of the mail server: it would say the same again. */
function isFinal(error: unknown): boolean {
  return isRefusal(error as MailError);
}

// What an operator can mend in the settings, if the mail server itself says so.
const inWords: Record<string, string> = {
  EAUTH: 'the mail server does not take the user and password of SMTP_URL',
  ETLS: 'the mail server offers no encryption',
};
const refusedFrom = 500;

function isRefusal({ responseCode = 0 }: MailError): boolean {
  return responseCode >= refusedFrom;
}

/** Only codes: in words, servers repeat whom a mail is for or what they were sent. */
function reasonOf(error: unknown): string {
  const { code = 'unknown', originalCode, responseCode } = error as MailError;
  // The system's code, of a connection or a certificate, says more than the library's.
  const words = isRefusal(error as MailError) ? inWords[code] : undefined;
  const told = [words, originalCode ?? code].filter((part) => part !== undefined);
  if (responseCode !== undefined) told.push(`the mail server said ${responseCode}`);
  return told.join(', ');
}

interface MailError {
  code?: string;
  originalCode?: string;
  responseCode?: number;
}
