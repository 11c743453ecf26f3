import { api, type CallOptions, change, type ChangeOptions, get, once, path } from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type {
  Customer,
  CustomerAfterMerge,
  CustomerExport,
  CustomerMerge,
  CustomerMergeReceipt,
  CustomerPatch,
  CustomerReceipt,
  ErasureUnderWay,
  ListCustomerMergesQuery,
  ListCustomersQuery,
} from '../types.ts';

const customers = `${api}/customers`;

/** Changes return the customer, or only a receipt for a key that may not read customers. */
export class Customers {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  list(query?: ListCustomersQuery, options?: CallOptions): List<Customer> {
    return listOf(this.#send, customers, options, query);
  }

  async get(id: string, options?: CallOptions): Promise<Customer> {
    return this.#send(get(customers + path`/${id}`, options));
  }

  async update(
    id: string,
    patch: CustomerPatch,
    options?: ChangeOptions,
  ): Promise<Customer | CustomerReceipt> {
    return this.#send(change('PATCH', customers + path`/${id}`, options, patch));
  }

  /** An archived customer is in no list and matches no new lead. */
  async archive(id: string, options?: ChangeOptions): Promise<Customer | CustomerReceipt> {
    return this.#send(change('POST', customers + path`/${id}/archive`, options));
  }

  async unarchive(id: string, options?: ChangeOptions): Promise<Customer | CustomerReceipt> {
    return this.#send(change('POST', customers + path`/${id}/unarchive`, options));
  }

  /** Merges the other customer into this one. Store `mergeId` to undo the merge. */
  async merge(
    id: string,
    otherId: string,
    options?: ChangeOptions,
  ): Promise<CustomerAfterMerge | CustomerMergeReceipt> {
    const body = { customerId: otherId };
    return this.#send(once(change('POST', customers + path`/${id}/merge`, options, body)));
  }

  merges(id: string, query?: ListCustomerMergesQuery, options?: CallOptions): List<CustomerMerge> {
    return listOf(this.#send, customers + path`/${id}/merges`, options, query);
  }

  async undoMerge(
    id: string,
    mergeId: string,
    options?: CallOptions,
  ): Promise<Customer | CustomerReceipt> {
    return this.#send(
      once(change('POST', customers + path`/${id}/merges/${mergeId}/undo`, options)),
    );
  }

  /** Exports everything stored about a person. */
  async export(id: string, options?: CallOptions): Promise<CustomerExport> {
    return this.#send(get(customers + path`/${id}/export`, options));
  }

  /** Erases a person for good. Returns null when complete; otherwise the rest follows in the background. */
  async erase(id: string, options?: ChangeOptions): Promise<ErasureUnderWay | null> {
    const call = once(change('DELETE', customers + path`/${id}`, options));
    return this.#send({ ...call, query: { erase: true } });
  }
}
