// A server that mails customers, the mail server that gets the mails, and brands whose customers get all.
import assert from 'node:assert/strict';
import PostalMime, { type Email } from 'postal-mime';
import { call, listAll } from './call.ts';
import { looksOften } from './erasure.ts';
import { freePort } from './free-port.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import type { StartServer, TestServer } from './server.ts';
import { type SignedIn, signInAs } from './sign-in.ts';
import { eventually } from './within.ts';

export const customerMailSettings = '/v1/app/customer-mails';
export const everyMail = {
  receipt: true,
  appointment: true,
  replyTo: 'office@plumber.example',
};

interface SentMail {
  type: string;
  actor: string;
  changes: { customerMail: { after: { kind: string; scheduledStart: string | null } } };
}

interface MailedBrand {
  me: SignedIn;
  brandId: string;
  key: string;
}

let people = 0;

export function newAddress(): string {
  return `customer${++people}.${process.pid}@example.com`;
}

/** The environment of a server that sends its mail to that port. */
export async function mailingTo(port: number | string): Promise<Record<string, string>> {
  const PORT = await freePort();
  return {
    PORT,
    ...looksOften,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Vakwerk <vakwerk@example.com>',
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
  };
}

export async function startMailing(
  start: StartServer,
  env: Record<string, string> = {},
): Promise<CustomerMails> {
  const mails = await startMailServer();
  const server = await start({ env: { ...(await mailingTo(mails.port)), ...env } });
  return new CustomerMails(server, mails);
}

export class CustomerMails {
  readonly server: TestServer;
  readonly mails: MailServer;

  constructor(server: TestServer, mails: MailServer) {
    this.server = server;
    this.mails = mails;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.mails.close();
  }

  async newBrand(wanted: object = everyMail): Promise<MailedBrand> {
    const me = await signInAs(this.server);
    const { brandId } = me;
    await me.call('/v1/app/brand', { method: 'PATCH', body: { name: 'Visser & Zn' } });
    await this.change(me, wanted);
    return { me, brandId, key: await this.server.createKey({ brandId }) };
  }

  // oxlint-disable-next-line typescript/no-explicit-any
  async change(me: SignedIn, body: object): Promise<any> {
    const answer = await me.call(customerMailSettings, { method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  async patchItem(key: string, id: string, body: object): Promise<void> {
    const path = `/v1/api/work-items/${id}`;
    const answer = await call(this.server, path, { key, method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
  }

  /** Mails that were not sent yet. */
  jobsLeft({
    brandId,
  }: {
    brandId: string;
  }): Promise<{ failures: number; claims: number; dueAt: number }[]> {
    return this.server.withDatabase((db) =>
      db.all(
        `select failures, claims, due_at as "dueAt" from jobs where brand_id = ? and kind = 'mailCustomer'`,
        brandId,
      ),
    );
  }

  /** All mails of the brand were sent or dropped. */
  untilMailed({ brandId }: { brandId: string }): Promise<void> {
    return eventually(async () => {
      await this.makeDue({ brandId });
      return (await this.jobsLeft({ brandId })).length === 0;
    });
  }

  /** Without the minute that an appointment waits. */
  async makeDue({ brandId }: { brandId: string }): Promise<void> {
    await this.server.withDatabase((db) =>
      db.run(
        `update jobs set due_at = planned_at
          where brand_id = ? and kind = 'mailCustomer' and leased_until is null`,
        brandId,
      ),
    );
  }

  mailsTo(address: string): Promise<Email[]> {
    const received = this.mails.mails.filter(({ to }) => to.includes(address));
    return Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
  }

  /** What the history of a work item shows of its mails. */
  async historyOf(key: string, id: string): Promise<SentMail[]> {
    const path = `/v1/api/work-items/${id}/history`;
    const all: SentMail[] = await listAll(this.server, key, path);
    return all.filter(({ type }) => type.startsWith('work_item.customer_mail'));
  }
}
