// A sealed note of when a visitor opened a form. It comes back with the post: a form that is filled in
// within two seconds was filled in by a program, and a corrected post replaces the refused one.
import { createHmac, randomBytes } from 'node:crypto';

interface Visit {
  openedAt: number;
  /** The same for all posts of the visitor from that page. */
  id: string;
}

const idBytes = 12;
// 132 bits in base64url.
const sealLength = 22;
const shape = /^([0-9a-z]{1,9})\.([\w-]{16})\.[\w-]{22}$/;
const timeBase = 36;

export class Visits {
  readonly #secret: string;

  /** All servers share the secret: the post may go to another one than the page came from. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  newVisit(channelId: string, now: number): string {
    return this.#sealed(channelId, now, randomBytes(idBytes).toString('base64url'));
  }

  /** Null for a visit of another channel or of nobody. */
  readVisit(channelId: string, text: string): Visit | null {
    const [, time, id] = shape.exec(text) ?? [];
    if (time === undefined || id === undefined) return null;
    const openedAt = Number.parseInt(time, timeBase);
    return this.#sealed(channelId, openedAt, id) === text ? { openedAt, id } : null;
  }

  #sealed(channelId: string, openedAt: number, id: string): string {
    const note = `${Math.trunc(openedAt).toString(timeBase)}.${id}`;
    const seal = createHmac('sha256', this.#secret).update(`visit ${channelId} ${note}`);
    return `${note}.${seal.digest('base64url').slice(0, sealLength)}`;
  }
}
