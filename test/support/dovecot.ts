// An IMAP server on this machine, with mailboxes of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { killAtExit } from './end-with-us.ts';
import { freePort } from './free-port.ts';
import { needs } from './needs.ts';
import { onPath } from './on-path.ts';
import { eventually } from './within.ts';

export interface Dovecot {
  imapPort: number;
  imapsPort: number;
  /** Such as imaps://jan:secret@127.0.0.1:1993/INBOX, for an empty mailbox of this name. */
  mailboxUrl(user: string, options?: { protocol?: 'imap' | 'imaps'; rest?: string }): string;
  /** Delivers a mail, at a time; it may have been read already. */
  deliver(user: string, raw: string | Buffer, at?: Date, flags?: string[]): Promise<void>;
  /** The subjects and flags of the mails in a folder; null for a folder that is not there. */
  look(user: string, folder?: string): Promise<{ subject: string; flags: string[] }[] | null>;
  stop(): Promise<void>;
}

const program = onPath('dovecot');
export const missingDovecot = program === undefined && needs('dovecot');

const certificates = join(import.meta.dirname, 'certificates');
const mailboxAuthorityFile = join(certificates, 'authority.pem');
const mailboxPassword = 'p:ss/w@rd';
const nobody = { uid: 65_534, gid: 65_534 };

/** Of a server that polls mailboxes on these ports of this machine every second. */
export function mailboxSettings(ports: readonly (number | string)[]): Record<string, string> {
  return {
    NODE_EXTRA_CA_CERTS: mailboxAuthorityFile,
    MAILBOX_POLL_SECONDS: '1',
    MAILBOX_TRUSTED_NETWORKS: '127.0.0.1/32',
    MAILBOX_PORTS: ports.join(','),
  };
}

export function plainMail(subject: string, body = 'De kraan lekt.'): string {
  const headers = [
    'From: Jan Jansen <jan@example.com>',
    `Subject: ${subject}`,
    `Message-ID: <${crypto.randomUUID()}@example.com>`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}\r\n`;
}

export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-dovecot-'));
  // Its processes run as other users.
  chmodSync(folder, 0o755);
  const mails = join(folder, 'mail');
  mkdirSync(mails);
  if (userInfo().uid === 0) chownSync(mails, nobody.uid, nobody.gid);
  const [imapPort, imapsPort] = [Number(await freePort()), Number(await freePort())];
  const file = join(folder, 'dovecot.conf');
  writeFileSync(file, configuration(folder, { imapPort, imapsPort }));
  const child = spawn(program!, ['-F', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  killAtExit(child);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      assert.equal(child.exitCode, null, complaints);
      return isListening(imapsPort);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const withMailbox = async <T>(user: string, work: (client: ImapFlow) => Promise<T>) => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: imapsPort,
      secure: true,
      auth: { user, pass: mailboxPassword },
      tls: { ca: readFileSync(mailboxAuthorityFile) },
      logger: false,
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  };
  return {
    imapPort,
    imapsPort,
    mailboxUrl(user, { protocol = 'imaps', rest = '' } = {}) {
      const port = protocol === 'imaps' ? imapsPort : imapPort;
      return `${protocol}://${user}:${encodeURIComponent(mailboxPassword)}@127.0.0.1:${port}${rest}`;
    },
    deliver: (user, raw, at, flags = []) =>
      withMailbox(user, async (client) => {
        await client.append('INBOX', raw, flags, at);
      }),
    look: (user, path = 'INBOX') => withMailbox(user, (client) => look(client, path)),
    stop,
  };
}

async function look(client: ImapFlow, path: string) {
  const folders = await client.list();
  if (!folders.some((one) => one.path === path)) return null;
  const { exists } = await client.mailboxOpen(path, { readOnly: true });
  if (exists === 0) return [];
  const mails = await client.fetchAll('1:*', { envelope: true, flags: true });
  return mails.map(({ envelope, flags }) => ({
    subject: envelope?.subject ?? '',
    flags: [...(flags ?? [])].filter((flag) => flag !== String.raw`\Recent`).sort(),
  }));
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function configuration(
  folder: string,
  { imapPort, imapsPort }: { imapPort: number; imapsPort: number },
): string {
  const { uid, username } = userInfo();
  const isRoot = uid === 0;
  const [internal, login] = isRoot ? ['dovecot', 'dovenull'] : [username, username];
  const owner = isRoot ? nobody : userInfo();
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${certificates}/host.pem
ssl_key = <${certificates}/host-key.pem
disable_plaintext_auth = yes
default_internal_user = ${internal}
default_login_user = ${login}
mail_location = maildir:${folder}/mail/%u
mail_access_groups =
first_valid_uid = 1
auth_failure_delay = 0
passdb {
  driver = static
  args = password=${mailboxPassword}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = ${imapsPort}
    ssl = yes
  }
}
service anvil {
  chroot =
}
`;
}
