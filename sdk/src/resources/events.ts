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

  /** Events, the oldest first. Store the last id and continue with `after`: no event is skipped. */
  list(query?: ListEventsQuery, options?: CallOptions): List<VakwerkEvent> {
    return listOf(this.#send, `${api}/events`, options, query);
  }
}
