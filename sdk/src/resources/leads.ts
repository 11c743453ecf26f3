import {
  api,
  type CallOptions,
  change,
  type ChangeOptions,
  create,
  type CreateOptions,
  get,
  path,
} from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type {
  LeadBatchResult,
  LeadSubmission,
  ListedWorkItem,
  ListLeadsQuery,
  WorkItem,
  WorkItemPatch,
  WorkItemReceipt,
} from '../types.ts';

const leads = `${api}/leads`;
// A lead keeps its id when it becomes a job.
const workItems = `${api}/work-items`;

export interface BatchOptions extends CreateOptions {
  /** Dry run: returns the outcome of each lead without storing anything. */
  dryRun?: boolean | undefined;
}

/** A lead may have fields of your own, which are stored with it. */
export type SentLead = LeadSubmission | (LeadSubmission & Record<string, unknown>);

export class Leads {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Creates a lead: only one, however often the call is retried. */
  async create(lead: SentLead, options?: CreateOptions): Promise<WorkItem> {
    return this.#send(create(leads, lead, options));
  }

  /** Reads a lead, also when it has become a job. */
  async get(id: string, options?: CallOptions): Promise<WorkItem> {
    return this.#send(get(leads + path`/${id}`, options));
  }

  /** Changes a lead, as `workItems.update` does; `status` moves it. */
  async update(
    id: string,
    patch: WorkItemPatch,
    options?: ChangeOptions,
  ): Promise<WorkItem | WorkItemReceipt> {
    return this.#send(change('PATCH', workItems + path`/${id}`, options, patch));
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
    batch: readonly SentLead[],
    { dryRun, ...options }: BatchOptions = {},
  ): Promise<LeadBatchResult> {
    return this.#send(create(`${leads}/batch`, { leads: batch, dryRun }, options));
  }
}
