// An in-memory index of the customers that leads can match, updated as leads are planned.
import type { AddressLine } from '../addresses/address-line.ts';
import type { MatchKey } from './match-keys.ts';
import type { CustomerRecord } from '../records.ts';

export type KnownCustomer = Pick<
  CustomerRecord,
  | 'brandId'
  | 'id'
  | 'createdAt'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'companyName'
  | 'email'
  | 'emailKey'
  | 'phone'
  | 'phoneKey'
  | 'secondaryPhone'
  | 'addressId'
> & {
  /** The address of `addressId`; undefined when it was not read. */
  address?: AddressLine | null | undefined;
  /** Keys of customers that were merged into it. */
  formerKeys?: readonly MatchKey[];
};

export interface CustomerFillIn {
  brandId: string;
  id: string;
  updatedAt: number;
  phone?: string;
  phoneKey?: string | null;
  addressId?: string;
}

export function filledIn(
  customer: CustomerRecord,
  { updatedAt, phone, phoneKey, addressId }: CustomerFillIn,
): CustomerRecord {
  return {
    ...customer,
    version: customer.version + 1,
    updatedAt,
    ...(phone !== undefined && { phone, phoneKey: phoneKey ?? null }),
    ...(addressId !== undefined && { addressId }),
  };
}

/** Finds customers by key; the oldest match wins. */
export class CustomerDirectory {
  readonly #byKey = new Map<string, KnownCustomer[]>();
  // The customers passed to `learn`, by id.
  readonly #learned = new Map<string, KnownCustomer>();

  constructor(known: readonly KnownCustomer[]) {
    for (const customer of known) this.add(customer);
  }

  /** Adds stored customers. A repeated one keeps the changes that leads have made to it since. */
  learn(known: readonly KnownCustomer[]): void {
    for (const customer of known) {
      const entry = this.#learned.get(customer.id);
      if (!entry) this.#learned.set(customer.id, this.add(customer));
      // A query by other keys returns other former keys.
      else for (const { kind, key } of customer.formerKeys ?? []) this.#index(entry, kind, key);
    }
  }

  oldest(brandId: string, kind: MatchKey['kind'], key: string | null): KnownCustomer | undefined {
    if (key === null) return undefined;
    const candidates = this.#byKey.get(entryKey(brandId, kind, key));
    return candidates?.reduce((oldest, next) => (isOlder(next, oldest) ? next : oldest));
  }

  isKnownBy(customer: KnownCustomer, kind: MatchKey['kind'], key: string | null): boolean {
    if (key === null) return false;
    return this.#byKey.get(entryKey(customer.brandId, kind, key))?.includes(customer) ?? false;
  }

  add(customer: KnownCustomer): KnownCustomer {
    const entry = { ...customer };
    this.#index(entry, 'emailKey', entry.emailKey);
    this.#index(entry, 'phoneKey', entry.phoneKey);
    for (const { kind, key } of entry.formerKeys ?? []) this.#index(entry, kind, key);
    return entry;
  }

  fillIn(
    customer: KnownCustomer,
    { phone, phoneKey, addressId }: CustomerFillIn,
    address: AddressLine | null,
  ): void {
    if (addressId !== undefined) {
      customer.addressId = addressId;
      customer.address = address;
    }
    if (phone === undefined) return;
    customer.phone = phone;
    customer.phoneKey = phoneKey ?? null;
    this.#index(customer, 'phoneKey', customer.phoneKey);
  }

  #index(customer: KnownCustomer, kind: MatchKey['kind'], key: string | null): void {
    if (key === null) return;
    const indexKey = entryKey(customer.brandId, kind, key);
    const candidates = this.#byKey.get(indexKey);
    if (candidates) candidates.push(customer);
    else this.#byKey.set(indexKey, [customer]);
  }
}

function entryKey(brandId: string, kind: string, key: string): string {
  return `${brandId} ${kind} ${key}`;
}

function isOlder(one: KnownCustomer, other: KnownCustomer): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt;
  return one.id < other.id;
}
