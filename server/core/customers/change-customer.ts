// Applies a patch to a customer.
import type { CustomerPatch } from '#contract/customer-patch.ts';
import { type Author, memberOf } from '../author.ts';
import { type Changes, changesBetween } from '../event.ts';
import { withKeys } from './merge-customers.ts';
import { presentCustomer } from '../present.ts';
import type { CustomerRecord } from '../records.ts';
import { searchedCustomerFields } from '../search/search-words.ts';

/** As `readBody` returns it: times are milliseconds. */
export type ReadCustomerPatch = Omit<CustomerPatch, 'archivedAt'> & { archivedAt?: number | null };

interface CustomerChange {
  customer: CustomerRecord;
  changes: Changes;
}

/** Undefined when the patch changes nothing. */
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
    // A company name makes the customer a company, unless isCompany was sent too.
    ...(companyName !== undefined && { isCompany: companyName !== null }),
    ...fields,
    ...Object.fromEntries(sent.map(([field, text]) => [field, text ?? ''])),
  });
  const changes = customerChanges(customer, changed);
  if (Object.keys(changes).length === 0) return undefined;
  return { customer: nextVersion(customer, changed, by), changes };
}

/** The changed fields as the API shows them. */
export function customerChanges(before: CustomerRecord, after: CustomerRecord): Changes {
  return changesBetween(presentCustomer(before), presentCustomer(after));
}

export function nextVersion(
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

/** Whether the words under which the customer's work items are indexed change. */
export function changesSearchWords(before: CustomerRecord, after: CustomerRecord): boolean {
  return searchedCustomerFields.some((field) => before[field] !== after[field]);
}
