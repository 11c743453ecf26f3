import { api, type CallOptions, change, get, path } from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type {
  LeadCorrections,
  ListedRequest,
  ListRequestsQuery,
  LoggedRequest,
  WorkItem,
} from '../types.ts';

const requests = `${api}/requests`;

/** The brand's log of requests. */
export class Requests {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  list(query?: ListRequestsQuery, options?: CallOptions): List<ListedRequest> {
    return listOf(this.#send, requests, options, query);
  }

  /** By the `requestId` of an answer or an error. */
  async get(id: string, options?: CallOptions): Promise<LoggedRequest> {
    return this.#send(get(requests + path`/${id}`, options));
  }

  /**
   * Makes the lead of a request that was refused, with what has to be different. A request makes one lead at most: when
   * the answer got lost, the repetition may be a `ConflictError` that names the lead.
   */
  async rescue(id: string, corrections: LeadCorrections, options?: CallOptions): Promise<WorkItem> {
    return this.#send(change('POST', requests + path`/${id}/rescue`, options, corrections));
  }
}
