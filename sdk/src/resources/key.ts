import { api, type CallOptions, get } from '../call.ts';
import type { Send } from '../send.ts';
import type { CurrentKey } from '../types.ts';

export class Key {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Returns this client's key: its brand, scopes and expiry. */
  async get(options?: CallOptions): Promise<CurrentKey> {
    return this.#send(get(`${api}/key`, options));
  }
}
