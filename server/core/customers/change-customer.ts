// What a patch makes of a customer, and what is told of it.
import type { CustomerPatch } from '#contract/customer-patch.ts';
import { type Author, memberOf } from '../author.ts';
import { type Changes, changesBetween } from '../event.ts';
import { withKeys } from './merge-customers.ts';
import { presentCustomer } from '../present.ts';
import type { CustomerRecord } from '../records.ts';

/** Times as milliseconds, as they come out of the reading of a body. */
export type ReadCustomerPatch = Omit<CustomerPatch, 'archivedAt'> & { archivedAt?: number | null };

interface CustomerChange {
  customer: CustomerRecord;
  changes: Changes;
}

/** Undefined when nothing would be different. */
export function changeCustomer(
  customer: CustomerRecord,
  patch: ReadCustomerPatch,
  by: { author: Author; now: number },
): CustomerChange | undefined {
  const { firstName, lastName, email, phone, companyName, ...fields } = patch;
  const texts = { firstName, lastName, email, phone, companyName };
  const sent = Object.entries(texts).filter(([, text]) => text !== undefined);
  const changed = withKeys({
    ...customer,
    // A company is what has a company name, unless told otherwise.
    ...(companyName !== undefined && { isCompany: companyName !== null }),
    ...fields,
    ...Object.fromEntries(sent.map(([field, text]) => [field, text ?? ''])),
  });
  const changes = customerChanges(customer, changed);
  if (Object.keys(changes).length === 0) return undefined;
  return { customer: touched(customer, changed, by), changes };
}

/** As callers see them. */
export function customerChanges(before: CustomerRecord, after: CustomerRecord): Changes {
  return changesBetween(presentCustomer(before), presentCustomer(after));
}

/** The next version of a customer. */
export function touched(
  before: CustomerRecord,
  changed: CustomerRecord,
  { author, now }: { author: Author; now: number },
): CustomerRecord {
  return {
    ...changed,
    version: before.version + 1,
    updatedAt: now,
    updatedBy: memberOf(author),
  };
}

/** Whether work items are found by other words than before. */
export function isFoundOtherwise(before: CustomerRecord, after: CustomerRecord): boolean {
  return (['name', 'email', 'phone'] as const).some((field) => before[field] !== after[field]);
}
