// Merges two customer records of one person, and undoes a merge.
import { emailKeyOf, phoneKeyOf } from './match-keys.ts';
import { changesBetween, isSame } from '../event.ts';
import type { CustomerRecord } from '../records.ts';

const mergedFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'secondaryPhone',
  'companyName',
  'isCompany',
  'addressId',
  'notes',
  'tags',
] as const;

type MergedField = (typeof mergedFields)[number];
type FieldValues = Pick<CustomerRecord, MergedField>;

/** The fields of the kept customer that a merge has changed. */
type MergeChanges = Partial<
  Record<MergedField, { before: FieldValues[MergedField]; after: FieldValues[MergedField] }>
>;

interface MergePlan {
  kept: CustomerRecord;
  changes: MergeChanges;
}

/** Fills empty fields of the kept customer from the other one. */
export function mergeCustomers(kept: CustomerRecord, other: CustomerRecord): MergePlan {
  const phone = kept.phone || other.phone;
  const merged: FieldValues = {
    ...namesOf(kept, other),
    email: kept.email || other.email,
    phone,
    secondaryPhone: kept.secondaryPhone ?? otherNumber(phone, other),
    companyName: kept.companyName || other.companyName,
    isCompany: kept.isCompany || (kept.companyName === '' && other.isCompany),
    addressId: kept.addressId ?? other.addressId,
    notes: joined(kept.notes, other.notes),
    tags: united(kept.tags, other.tags),
  };
  const changes = changesBetween(kept, merged) as MergeChanges;
  return { kept: withKeys({ ...kept, ...merged }), changes };
}

/** Restores the fields that have not been changed since the merge. */
export function unmergeCustomer(kept: CustomerRecord, changes: MergeChanges): CustomerRecord {
  const earlier = mergedFields
    .filter((field) => changes[field] && isSame(kept[field], changes[field].after))
    .map((field) => [field, changes[field]!.before]);
  return withKeys({ ...kept, ...Object.fromEntries(earlier) });
}

/** Recomputes the match keys from e-mail address and phone number. */
export function withKeys(customer: CustomerRecord): CustomerRecord {
  const { email, phone } = customer;
  return { ...customer, emailKey: emailKeyOf(email), phoneKey: phoneKeyOf(phone) };
}

// First and last name are taken together: mixing two people's names makes a third.
function namesOf(
  kept: CustomerRecord,
  other: CustomerRecord,
): Pick<CustomerRecord, 'firstName' | 'lastName'> {
  const { firstName, lastName } = kept.firstName || kept.lastName ? kept : other;
  return { firstName, lastName };
}

function otherNumber(phone: string, other: CustomerRecord): string | null {
  const numbers = [other.phone, other.secondaryPhone ?? ''];
  const key = phoneKeyOf(phone);
  return numbers.find((number) => number !== '' && phoneKeyOf(number) !== key) ?? null;
}

function joined(notes: string | null, others: string | null): string | null {
  if (notes === null || others === null) return notes ?? others;
  return notes.includes(others) ? notes : `${notes}\n\n${others}`;
}

function united(tags: string[] | null, others: string[] | null): string[] | null {
  if (tags === null || others === null) return tags ?? others;
  return [...new Set([...tags, ...others])];
}
