// Hashes passwords in libuv's thread pool, a few at a time: argon2 takes much memory by design, and
// guessing would multiply it.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  currentParameters,
  formatPasswordHash,
  type HashParameters,
  isOutdated,
  parsePasswordHash,
  type PasswordHash,
} from '#core/accounts/password-hash.ts';
import { passwordText } from '#core/accounts/password-rules.ts';
import { temporarilyUnavailable } from '../refusals/api-error.ts';

const hash = promisify(argon2);
const concurrentMax = 2;
const waitingMax = 20;
const nonceBytes = 16;
const tagBytes = 32;

interface Verdict {
  isRight: boolean;
  /** Right, but its hash has outdated parameters. */
  isOutdated: boolean;
}

export class Passwords {
  #inFlight = 0;
  readonly #waiting: (() => void)[] = [];
  // Checked for unknown accounts, so that the response takes as long.
  readonly #dummyHash: PasswordHash = {
    ...currentParameters,
    nonce: randomBytes(nonceBytes),
    tag: randomBytes(tagBytes),
  };

  async hash(password: string): Promise<string> {
    const nonce = randomBytes(nonceBytes);
    const tag = await this.#hash(password, nonce, currentParameters, tagBytes);
    return formatPasswordHash({ ...currentParameters, nonce, tag });
  }

  /** `stored` is null for an account that does not exist or has no password. */
  async check(password: string, stored: string | null): Promise<Verdict> {
    const expected = stored === null ? null : parsePasswordHash(stored);
    const { nonce, tag, ...parameters } = expected ?? this.#dummyHash;
    const found = await this.#hash(password, nonce, parameters, tag.length);
    const isRight = timingSafeEqual(found, tag) && expected !== null;
    return { isRight, isOutdated: isRight && isOutdated(parameters) };
  }

  async #hash(
    password: string,
    nonce: Buffer,
    { memoryKib, passes, parallelism }: HashParameters,
    tagLength: number,
  ): Promise<Buffer> {
    if (this.#inFlight >= concurrentMax) await this.#waitForSlot();
    else this.#inFlight++;
    try {
      const message = passwordText(password);
      const wanted = { message, nonce, parallelism, tagLength, memory: memoryKib, passes };
      return (await hash('argon2id', wanted)) as Buffer;
    } finally {
      // The slot is handed to the next waiter, or released.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inFlight--;
    }
  }

  #waitForSlot(): Promise<void> {
    if (this.#waiting.length >= waitingMax) {
      throw temporarilyUnavailable(new Error('too many passwords wait to be checked'));
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
