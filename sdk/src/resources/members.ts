import { api, type CallOptions } from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type { Member } from '../types.ts';

export class Members {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** The people whose ids `assigneeId` may have. */
  list(options?: CallOptions): List<Member> {
    return listOf(this.#send, `${api}/members`, options);
  }
}
