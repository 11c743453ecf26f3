// Parses mails in a thread of their own, one at a time.
import { type ArrivedBytes, type MailReading, unreadableMail } from '#core/intakes/read-mail.ts';
import { LazyThread } from '#outbound/lazy-thread.ts';

// The slowest mail within the bounds of mail-bounds.ts takes a few seconds.
const readMsMax = 30_000;

export class MailReader {
  readonly #thread = new LazyThread<ArrivedBytes, MailReading>({
    name: 'mails',
    module: 'server/mail/mail-thread.ts',
  });
  #last: Promise<unknown> = Promise.resolve();

  /** Never fails: a mail on which the parser hangs or crashes is unreadable. */
  read(mail: ArrivedBytes): Promise<MailReading> {
    const reading = this.#last.then(() => this.#read(mail));
    this.#last = reading;
    return reading;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#thread.close();
  }

  async #read(mail: ArrivedBytes): Promise<MailReading> {
    const timer = setTimeout(() => void this.#thread.close(), readMsMax);
    try {
      return await this.#thread.request(mail, new AbortController().signal);
    } catch {
      return unreadableMail;
    } finally {
      clearTimeout(timer);
    }
  }
}
