// Mails with a link in them. Where no mail server is set none is sent, and the caller is told so.
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '#contract/account-lists.ts';
import { linkPath } from '#core/accounts/account-link.ts';
import { invitationMail, type MailText, passwordMail } from '#core/accounts/mail-texts.ts';
import type { SendMail } from '#outbound/mail.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

interface LinkMailParts {
  runner: ActionRunner;
  /** Null where no mail server is set. */
  send: SendMail | null;
  publicUrl: string | null;
  logger: FastifyBaseLogger;
}

const behindAnswersMax = 20;
const closeWaitMsMax = 2_000;

export class LinkMails {
  readonly #parts: LinkMailParts;
  readonly #behindAnswers = new Set<Promise<void>>();

  constructor(parts: LinkMailParts) {
    this.#parts = parts;
  }

  /** Says whether it is on its way. */
  invite(mail: {
    to: string;
    language: Language;
    brandName: string;
    url: string;
  }): Promise<boolean> {
    return this.#send(mail.to, invitationMail(mail.language, mail));
  }

  /** Behind the answer, which must not tell whether there is an account. */
  startPasswordMail(emailKey: string, isAllowed: () => Promise<boolean>): void {
    if (!this.#parts.send || this.#behindAnswers.size >= behindAnswersMax) return;
    const work = this.#mailPassword(emailKey, isAllowed)
      .catch((error) => this.#parts.logger.warn({ err: error }, 'no password link was made'))
      .finally(() => this.#behindAnswers.delete(work));
    this.#behindAnswers.add(work);
  }

  /** What is under way gets a moment to go out. */
  async close(): Promise<void> {
    if (this.#behindAnswers.size === 0) return;
    const moment = wait(closeWaitMsMax, undefined, { ref: false });
    await Promise.race([Promise.all(this.#behindAnswers), moment]);
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
