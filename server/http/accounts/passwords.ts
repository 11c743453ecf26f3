// Hashes passwords beside the thread that answers requests, a few at a time: each takes much memory on
// purpose, and whoever guesses makes us do it again and again.
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
const atOnceMax = 2;
const waitingMax = 20;
const nonceBytes = 16;
const tagBytes = 32;

interface Verdict {
  isRight: boolean;
  /** Right, and to be hashed anew. */
  isOutdated: boolean;
}

export class Passwords {
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];
  // What is checked where there is no password, so that it takes as long.
  readonly #nobodys: PasswordHash = {
    ...currentParameters,
    nonce: randomBytes(nonceBytes),
    tag: randomBytes(tagBytes),
  };

  async hash(password: string): Promise<string> {
    const nonce = randomBytes(nonceBytes);
    const tag = await this.#inTurn(password, nonce, currentParameters, tagBytes);
    return formatPasswordHash({ ...currentParameters, nonce, tag });
  }

  /** Null for an account that does not exist or has no password. */
  async check(password: string, stored: string | null): Promise<Verdict> {
    const expected = stored === null ? null : parsePasswordHash(stored);
    const { nonce, tag, ...parameters } = expected ?? this.#nobodys;
    const found = await this.#inTurn(password, nonce, parameters, tag.length);
    const isRight = timingSafeEqual(found, tag) && expected !== null;
    return { isRight, isOutdated: isRight && isOutdated(parameters) };
  }

  async #inTurn(
    password: string,
    nonce: Buffer,
    { memoryKib, passes, parallelism }: HashParameters,
    tagLength: number,
  ): Promise<Buffer> {
    if (this.#underWay >= atOnceMax) await this.#turn();
    else this.#underWay++;
    try {
      const message = passwordText(password);
      const wanted = { message, nonce, parallelism, tagLength, memory: memoryKib, passes };
      return (await hash('argon2id', wanted)) as Buffer;
    } finally {
      // The place is handed on, or given back.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay--;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= waitingMax) {
      throw temporarilyUnavailable(new Error('too many passwords wait to be checked'));
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
