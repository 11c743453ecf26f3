import { api, type CallOptions, create, type CreateOptions } from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type {
  LeadBatchResult,
  LeadSubmission,
  ListedWorkItem,
  ListLeadsQuery,
  WorkItem,
} from '../types.ts';

const leads = `${api}/leads`;

export interface BatchOptions extends CreateOptions {
  /** Only say what would become of each lead; nothing is stored. */
  dryRun?: boolean | undefined;
}

export class Leads {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Makes a lead; one, however often the call has to be repeated. */
  async create(lead: LeadSubmission, options?: CreateOptions): Promise<WorkItem> {
    return this.#send(create(leads, lead, options));
  }

  /** Requests for work that have not become jobs, the newest first unless told otherwise. */
  list(query?: ListLeadsQuery, options?: CallOptions): List<ListedWorkItem> {
    return listOf(this.#send, leads, options, query);
  }

  /**
   * Makes up to 500 leads. Look at each entry of the result: some may be made and others refused. Call it again with
   * the same leads and `idempotencyKey` to make those that failed by a 5xx, and no other twice.
   */
  async batch(
    batch: readonly LeadSubmission[],
    { dryRun, ...options }: BatchOptions = {},
  ): Promise<LeadBatchResult> {
    return this.#send(create(`${leads}/batch`, { leads: batch, dryRun }, options));
  }
}
