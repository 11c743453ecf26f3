// A server that receives mail, and the clients that send it some.
import { createTransport, type SendMailOptions } from 'nodemailer';
import { call } from './call.ts';
import { freePort } from './free-port.ts';
import type { ServerOptions, StartServer, TestServer } from './server.ts';
import { signInAs, type SignedIn } from './sign-in.ts';

export const mailDomain = 'leads.example.com';

interface MailServerUnderTest {
  server: TestServer;
  smtpPort: number;
}

export async function startMailReceiver(
  start: StartServer,
  options: ServerOptions = {},
): Promise<MailServerUnderTest> {
  const smtpPort = await freePort();
  const env = { MAIL_IN_PORT: smtpPort, MAIL_IN_DOMAIN: mailDomain, ...options.env };
  return { server: await start({ ...options, env }), smtpPort: Number(smtpPort) };
}

export interface MailChannel {
  me: SignedIn;
  key: string;
  id: string;
  address: string;
}

/** A channel of a new brand. */
export async function mailChannel(
  server: TestServer,
  settings: Record<string, unknown> = {},
): Promise<MailChannel> {
  const me = await signInAs(server);
  const key = await server.createKey({ brandId: me.brandId });
  return { me, key, ...(await anotherMailChannel(me, settings)) };
}

export async function anotherMailChannel(
  me: SignedIn,
  settings: Record<string, unknown> = {},
): Promise<{ id: string; address: string }> {
  const body = { type: 'mail', name: 'Mail', ...settings };
  const made = await me.call('/v1/app/channels', { body });
  if (made.status !== 201) throw new Error(made.text);
  return { id: made.body.id, address: made.body.address };
}

/** Returns the reply to the mail, such as `250 OK`. Fails with `responseCode` when it is refused. */
export async function sendMail(
  port: number,
  mail: SendMailOptions,
  options: Record<string, unknown> = {},
): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, ...options });
  try {
    const { response } = await transport.sendMail({
      from: 'Jan Jansen <jan@example.com>',
      subject: 'Lekkage',
      text: 'De kraan lekt.',
      ...mail,
    });
    return response;
  } finally {
    transport.close();
  }
}

/** As it is, to those recipients. */
export function sendRaw(port: number, to: string | string[], raw: string | Buffer) {
  return sendMail(port, { raw, envelope: { from: 'sender@example.com', to } });
}

interface ListedIntake {
  id: string;
  state: string;
  reason: string | null;
  workItemId: string | null;
  receivedAt: string;
  fileCount: number;
}

/** Of a channel, oldest first. */
export async function intakesOf(
  server: Pick<TestServer, 'url'>,
  { key, id }: Pick<MailChannel, 'key' | 'id'>,
): Promise<ListedIntake[]> {
  const { body } = await call(server, `/v1/api/intakes?channelId=${id}&limit=200`, { key });
  return body.data.toReversed();
}

interface ListedLead {
  id: string;
  title: string;
  description: string;
  notes: string | null;
  customer: { name: string; email: string; phone: string };
  photos?: { status: string }[];
  receivedAt: string;
}

/** Oldest first. */
export async function leadsOf(
  server: Pick<TestServer, 'url'>,
  { key }: Pick<MailChannel, 'key'>,
): Promise<ListedLead[]> {
  const { body } = await call(server, '/v1/api/leads?limit=200', { key });
  return body.data.toReversed();
}
