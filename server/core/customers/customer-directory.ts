// The customers that leads can match, with what leads have added to them.
import type { MatchKey } from './customer-matching.ts';
import type { CustomerRecord } from '../records.ts';

export type KnownCustomer = Pick<
  CustomerRecord,
  | 'brandId'
  | 'id'
  | 'createdAt'
  | 'name'
  | 'email'
  | 'emailKey'
  | 'phone'
  | 'phoneKey'
  | 'addressId'
> & {
  /** Of customers that were merged into it. */
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

/** Found by key; of several the oldest counts. */
export class CustomerDirectory {
  readonly #byKey = new Map<string, KnownCustomer[]>();
  readonly #learned = new Map<string, KnownCustomer>();

  constructor(known: readonly KnownCustomer[]) {
    for (const customer of known) this.add(customer);
  }

  /** More of those who are known. One who was learned of before stays as leads have made them since. */
  learn(known: readonly KnownCustomer[]): void {
    for (const customer of known) {
      const entry = this.#learned.get(customer.id);
      if (!entry) this.#learned.set(customer.id, this.add(customer));
      // Asked for by other keys, they come with other former ones.
      else for (const { kind, key } of customer.formerKeys ?? []) this.#fileBy(entry, kind, key);
    }
  }

  oldest(brandId: string, kind: MatchKey['kind'], key: string | null): KnownCustomer | undefined {
    if (key === null) return undefined;
    const candidates = this.#byKey.get(slot(brandId, kind, key));
    return candidates?.reduce((oldest, next) => (isOlder(next, oldest) ? next : oldest));
  }

  isKnownBy(customer: KnownCustomer, kind: MatchKey['kind'], key: string | null): boolean {
    if (key === null) return false;
    return this.#byKey.get(slot(customer.brandId, kind, key))?.includes(customer) ?? false;
  }

  add(customer: KnownCustomer): KnownCustomer {
    const entry = { ...customer };
    this.#fileBy(entry, 'emailKey', entry.emailKey);
    this.#fileBy(entry, 'phoneKey', entry.phoneKey);
    for (const { kind, key } of entry.formerKeys ?? []) this.#fileBy(entry, kind, key);
    return entry;
  }

  fillIn(customer: KnownCustomer, { phone, phoneKey, addressId }: CustomerFillIn): void {
    if (addressId !== undefined) customer.addressId = addressId;
    if (phone === undefined) return;
    customer.phone = phone;
    customer.phoneKey = phoneKey ?? null;
    this.#fileBy(customer, 'phoneKey', customer.phoneKey);
  }

  #fileBy(customer: KnownCustomer, kind: MatchKey['kind'], key: string | null): void {
    if (key === null) return;
    const at = slot(customer.brandId, kind, key);
    const candidates = this.#byKey.get(at);
    if (candidates) candidates.push(customer);
    else this.#byKey.set(at, [customer]);
  }
}

function slot(brandId: string, kind: string, key: string): string {
  return `${brandId} ${kind} ${key}`;
}

function isOlder(one: KnownCustomer, other: KnownCustomer): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt;
  return one.id < other.id;
}
