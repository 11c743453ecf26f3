import { api, type CallOptions, change, type ChangeOptions, get, path } from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type { Address, AddressPatch, AddressReceipt, ListAddressesQuery } from '../types.ts';

const addresses = `${api}/address`;

export class Addresses {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  list(query?: ListAddressesQuery, options?: CallOptions): List<Address> {
    return listOf(this.#send, addresses, options, query);
  }

  async get(id: string, options?: CallOptions): Promise<Address> {
    return this.#send(get(addresses + path`/${id}`, options));
  }

  /** A key that may not read addresses gets only a receipt. */
  async update(
    id: string,
    patch: AddressPatch,
    options?: ChangeOptions,
  ): Promise<Address | AddressReceipt> {
    return this.#send(change('PATCH', addresses + path`/${id}`, options, patch));
  }
}
