// The names, e-mail addresses and phone numbers that identify a person, former ones included. A key
// that now belongs to another customer is excluded: it was entered by mistake, or has changed hands.
import { type RecordedChange, traitsOverTime } from '#core/customers/former-traits.ts';
import { joinPersons, type Person, personOf, type Traits } from '#core/customers/person.ts';
import type { CustomerRecord } from '#core/records.ts';
import { findKeysOfOthers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';

interface Search {
  brandId: string;
  customerIds: readonly string[];
  /** Customers created later do not count as others: they may be the same person again. */
  before: number;
}

/** `customers` are the records of one person, `recorded` the changes in their events. */
export async function recogniseCustomers(
  db: Database,
  search: Search,
  customers: readonly CustomerRecord[],
  recorded: readonly RecordedChange[],
): Promise<Person> {
  const former = personOf(customers.flatMap((customer) => traitsOverTime(customer, recorded)));
  return joinPersons(personOf(customers), await withoutKeysOfOthers(db, search, former));
}

/** Identifies a person by the submissions of their leads. */
export async function recogniseSubmissions(
  db: Database,
  search: Search,
  submissions: readonly { body: string }[],
): Promise<Person> {
  return withoutKeysOfOthers(db, search, personOf(submissions.map(({ body }) => traitsSent(body))));
}

// Every stored body was once a valid lead, possibly under older rules.
function traitsSent(body: string): Traits {
  try {
    return (JSON.parse(body) ?? {}) as Traits;
  } catch {
    return {};
  }
}

/** A key that another customer has too does not identify the person. */
export async function withoutKeysOfOthers(
  db: Database,
  search: Search,
  person: Person,
): Promise<Person> {
  const { names, emailKeys, phoneKeys } = person;
  const taken = await findKeysOfOthers(db, { ...search, emailKeys, phoneKeys });
  const isFree = (key: string) => !taken.has(key);
  return { names, emailKeys: emailKeys.filter(isFree), phoneKeys: phoneKeys.filter(isFree) };
}
