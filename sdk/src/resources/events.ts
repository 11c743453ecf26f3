import { api, type CallOptions } from '../call.ts';
import type { VakwerkEvent } from '../events.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type { ListEventsQuery } from '../types.ts';

export class Events {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** What happened, the oldest first. Keep the id of the last one, and go on with `after`: nothing is skipped. */
  list(query?: ListEventsQuery, options?: CallOptions): List<VakwerkEvent> {
    return listOf(this.#send, `${api}/events`, options, query);
  }
}
