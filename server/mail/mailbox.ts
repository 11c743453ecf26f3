// A mailbox by its URL, and the connection to it. The password is sent only over TLS, and only to an
// address that the guard allows.
import type { ImapFlow } from 'imapflow';
import type { MailboxError } from '#contract/intake-lists.ts';
import { mailBytesMax } from '#contract/limits.ts';
import { DownloadFailed } from '#outbound/download-failed.ts';
import { hostOf, type LookupGuard } from '#outbound/guard.ts';

export interface MailboxPlace {
  /** With its port. */
  url: URL;
  isTls: boolean;
  user: string;
  password: string;
  folder: string;
  /** What happens to a mail that is on disk: by default it moves to a folder of ours. */
  after: 'move' | 'seen' | 'delete';
}

const connectMsMax = 10_000;
const signInMsMax = 15_000;
const silenceMsMax = 60_000;
const imapPort = '143';
const imapsPort = '993';
// Besides the mail itself.
const responseExtraBytes = 64 * 1024;

/** It was checked when it was set, so it is one. */
export function readMailboxUrl(text: string): MailboxPlace {
  const url = new URL(text);
  const isTls = url.protocol === 'imaps:';
  if (url.port === '') url.port = isTls ? imapsPort : imapPort;
  const after = url.searchParams.get('after');
  return {
    url,
    isTls,
    user: decoded(url.username),
    password: decoded(url.password),
    folder: decoded(url.pathname.replace(/^\//, '')) || 'INBOX',
    after: after === 'seen' || after === 'delete' ? after : 'move',
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Signed in. The caller closes it. */
export async function connectMailbox(
  { url, isTls, user, password }: MailboxPlace,
  guard: LookupGuard,
  deadline: AbortSignal,
): Promise<ImapFlow> {
  const late = AbortSignal.timeout(signInMsMax);
  const signal = AbortSignal.any([deadline, late]);
  const lookup = await guard.lookUp(url, signal);
  // Loaded on first use: most servers poll no mailbox.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: hostOf(url),
    port: Number(url.port),
    secure: isTls,
    // Without TLS from the start it is required before the password is sent.
    ...(!isTls && { doSTARTTLS: true }),
    auth: { user, pass: password },
    tls: { lookup, minVersion: 'TLSv1.2' } as object,
    clientInfo: { name: 'Vakwerk', version: '1', vendor: 'Vakwerk', 'support-url': '' },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    socketTimeout: silenceMsMax,
    maxLiteralSize: mailBytesMax + responseExtraBytes,
    maxResponseSize: mailBytesMax + 2 * responseExtraBytes,
  });
  // It rejects the pending command too.
  client.on('error', () => {});
  const close = () => client.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    if (late.aborted)
      throw Object.assign(new Error('signing in took too long'), { code: 'ETIMEOUT' });
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
  }
}

interface ImapError {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  mailboxMissing?: boolean;
}

const timeouts = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT']);
// Of the system, not of OpenSSL.
const systemError = /^E(?!RR_|PROTO)[A-Z]+$/;
const certificateError = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/;

/** The texts of mail servers are left out: they may repeat the user or a mail. */
export function mailboxErrorOf(error: unknown): MailboxError {
  if (error instanceof DownloadFailed) {
    return error.code === 'blocked_address' || error.code === 'dns_failed'
      ? error.code
      : 'connect_failed';
  }
  const { code = '', authenticationFailed, tlsFailed, mailboxMissing } = error as ImapError;
  if (authenticationFailed) return 'sign_in_failed';
  if (mailboxMissing) return 'no_such_folder';
  if (tlsFailed || certificateError.test(code)) return 'tls_failed';
  if (timeouts.has(code)) return 'timeout';
  return systemError.test(code) ? 'connect_failed' : 'mailbox_failed';
}
