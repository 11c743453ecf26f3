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
  /** Dry run: returns the outcome of each lead without storing anything. */
  dryRun?: boolean | undefined;
}

export class Leads {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Creates a lead: only one, however often the call is retried. */
  async create(lead: LeadSubmission, options?: CreateOptions): Promise<WorkItem> {
    return this.#send(create(leads, lead, options));
  }

  /** Requests for work that have not become jobs, the newest first by default. */
  list(query?: ListLeadsQuery, options?: CallOptions): List<ListedWorkItem> {
    return listOf(this.#send, leads, options, query);
  }

  /**
   * Creates up to 500 leads. Check each entry of the result: some may be created and others refused.
   * Repeat the call with the same leads and `idempotencyKey` to retry those that failed with a 5xx;
   * no other is created twice.
   */
  async batch(
    batch: readonly LeadSubmission[],
    { dryRun, ...options }: BatchOptions = {},
  ): Promise<LeadBatchResult> {
    return this.#send(create(`${leads}/batch`, { leads: batch, dryRun }, options));
  }
}
