// By what a person is recognised, also by what was known of them earlier. Who was written down with the e-mail
// address of somebody else, by mistake or for a while, is not that somebody: keys of others do not count.
import { type ToldChange, traitsOverTime } from '#core/customers/former-traits.ts';
import { joinPersons, type Person, personOf, type Traits } from '#core/customers/person.ts';
import type { CustomerRecord } from '#core/records.ts';
import { findKeysOfOthers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';

interface Asked {
  brandId: string;
  customerIds: readonly string[];
  /** Customers that came later are not others, but may be the same person once more. */
  before: number;
}

/** The customers are of one person; told is what their events say. */
export async function recogniseCustomers(
  db: Database,
  asked: Asked,
  customers: readonly CustomerRecord[],
  told: readonly ToldChange[],
): Promise<Person> {
  const former = personOf(customers.flatMap((customer) => traitsOverTime(customer, told)));
  return joinPersons(personOf(customers), await withoutOthers(db, asked, former));
}

/** By what was sent to make their leads. */
export async function recogniseSubmissions(
  db: Database,
  asked: Asked,
  submissions: readonly { body: string }[],
): Promise<Person> {
  return withoutOthers(db, asked, personOf(submissions.map(({ body }) => traitsSent(body))));
}

// It was read when the lead was made, but a body can be anything that could be read.
function traitsSent(body: string): Traits {
  try {
    return (JSON.parse(body) ?? {}) as Traits;
  } catch {
    return {};
  }
}

async function withoutOthers(db: Database, asked: Asked, person: Person): Promise<Person> {
  const { names, emailKeys, phoneKeys } = person;
  const taken = await findKeysOfOthers(db, { ...asked, emailKeys, phoneKeys });
  const isFree = (key: string) => !taken.has(key);
  return { names, emailKeys: emailKeys.filter(isFree), phoneKeys: phoneKeys.filter(isFree) };
}
