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

/** The brand's request log. */
export class Requests {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  list(query?: ListRequestsQuery, options?: CallOptions): List<ListedRequest> {
    return listOf(this.#send, requests, options, query);
  }

  /** Reads a request by the `requestId` of a response or an error. */
  async get(id: string, options?: CallOptions): Promise<LoggedRequest> {
    return this.#send(get(requests + path`/${id}`, options));
  }

  /**
   * Creates the lead of a refused request, with corrections if it needs any. A request creates at most one lead: after
   * a lost response, the retry may fail with a `ConflictError` that names the lead.
   */
  async rescue(
    id: string,
    corrections: LeadCorrections = {},
    options?: CallOptions,
  ): Promise<WorkItem> {
    return this.#send(change('POST', requests + path`/${id}/rescue`, options, corrections));
  }
}
