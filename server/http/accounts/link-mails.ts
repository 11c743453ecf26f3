// Mails with invitation or password links. Without a configured mail server none is sent, and the
// response says so.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '#contract/account-lists.ts';
import type { MailText } from '#contract/customer-mail-text.ts';
import { linkPath } from '#core/accounts/account-link.ts';
import { invitationMail, passwordMail } from '#core/accounts/mail-texts.ts';
import type { SendMail } from '#outbound/mail.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

interface LinkMailParts {
  runner: ActionRunner;
  /** Null without a configured mail server. */
  send: SendMail | null;
  publicUrl: string | null;
  logger: FastifyBaseLogger;
}

const inBackgroundMax = 20;
const closeWaitMsMax = 2_000;

export class LinkMails {
  readonly #parts: LinkMailParts;
  readonly #inBackground = new Set<Promise<void>>();

  constructor(parts: LinkMailParts) {
    this.#parts = parts;
  }

  /** Whether a mail server is configured. */
  get canSend(): boolean {
    return this.#parts.send !== null;
  }

  /** Returns whether the mail was sent. */
  invite(mail: {
    to: string;
    language: Language;
    brandName: string;
    url: string;
  }): Promise<boolean> {
    return this.#send(mail.to, invitationMail(mail.language, mail));
  }

  /** In the background: the response must not reveal whether an account exists. */
  startPasswordMail(emailKey: string, isAllowed: () => Promise<boolean>): void {
    if (!this.#parts.send || this.#inBackground.size >= inBackgroundMax) return;
    const work = this.#mailPassword(emailKey, isAllowed)
      .catch((error) => this.#parts.logger.warn({ err: error }, 'a password link was not created'))
      .finally(() => this.#inBackground.delete(work));
    this.#inBackground.add(work);
  }

  /** Gives mails in flight a short time to be sent. */
  async close(): Promise<void> {
    if (this.#inBackground.size === 0) return;
    const timeout = wait(closeWaitMsMax, undefined, { ref: false });
    await Promise.race([Promise.all(this.#inBackground), timeout]);
  }

  async #mailPassword(emailKey: string, isAllowed: () => Promise<boolean>): Promise<void> {
    if (!(await isAllowed())) return;
    const { runner, publicUrl } = this.#parts;
    const made = await runner.run('makeMailedPasswordLink', { emailKey });
    if (!made) return;
    const { link, token, email, language } = made;
    const url = `${publicUrl}${linkPath(token)}`;
    const isSent = await this.#send(email, passwordMail(language, { url }));
    if (!isSent) await runner.run('revokeAccountLink', { tokenHash: link.tokenHash });
  }

  async #send(to: string, text: MailText): Promise<boolean> {
    const { send, logger } = this.#parts;
    if (!send) return false;
    try {
      await send({ to, ...text });
      return true;
    } catch (error) {
      logger.warn({ err: error }, 'a mail was not sent');
      return false;
    }
  }
}
