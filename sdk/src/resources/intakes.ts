import { api, type CallOptions, change, get, path } from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type {
  Intake,
  LeadCorrections,
  ListedIntake,
  ListIntakesQuery,
  WorkItem,
} from '../types.ts';

const intakes = `${api}/intakes`;

/** What came in through channels, and refused leads. */
export class Intakes {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  list(query?: ListIntakesQuery, options?: CallOptions): List<ListedIntake> {
    return listOf(this.#send, intakes, options, query);
  }

  async get(id: string, options?: CallOptions): Promise<Intake> {
    return this.#send(get(intakes + path`/${id}`, options));
  }

  /**
   * Creates the lead of a held or refused intake, with corrections. An intake is accepted once: after a
   * lost response, the retry may fail with a `ConflictError` that names the lead. Without corrections,
   * one with several leads becomes all of them, and a mail is added to the lead that it answers.
   */
  async accept(
    id: string,
    corrections: LeadCorrections = {},
    options?: CallOptions,
  ): Promise<WorkItem> {
    return this.#send(change('POST', intakes + path`/${id}/accept`, options, corrections));
  }

  async discard(id: string, options?: CallOptions): Promise<ListedIntake> {
    return this.#send(change('POST', intakes + path`/${id}/discard`, options));
  }

  async restore(id: string, options?: CallOptions): Promise<ListedIntake> {
    return this.#send(change('POST', intakes + path`/${id}/restore`, options));
  }
}
