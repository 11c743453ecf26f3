// Candidates for duplicates: the newest customers, and those that share a key with them.
import type { DuplicateCandidate } from '#core/customers/find-duplicates.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';

const fields: Field<'customers'>[] = ['id', 'createdAt', 'name', 'emailKey', 'phoneKey'];
const select = `select ${columns('customers', fields, 'c')}, a.postal_code_key as "postalCodeKey"`;
const theirAddress = 'left join addresses a on a.brand_id = c.brand_id and a.id = c.address_id';
const isThere = 'c.archived_at is null and c.deleted_at is null';

export function findNewestCandidates(
  db: Database,
  brandId: string,
  most: number,
): Promise<DuplicateCandidate[]> {
  return db.all(
    `${select} from (
        select * from customers where brand_id = ? order by created_at desc, id desc limit ?
      ) c ${theirAddress} where ${isThere}`,
    brandId,
    most,
  );
}

export function findCandidatesByPhone(
  db: Database,
  { brandId, phoneKeys, most }: { brandId: string; phoneKeys: readonly string[]; most: number },
): Promise<DuplicateCandidate[]> {
  return db.all(
    `${select} from customers c ${theirAddress}
      where c.brand_id = ? and c.phone_key in (${marks(phoneKeys)}) and ${isThere} limit ?`,
    brandId,
    ...phoneKeys,
    most,
  );
}

export function findCandidatesByPostalCode(
  db: Database,
  {
    brandId,
    postalCodeKeys,
    most,
  }: { brandId: string; postalCodeKeys: readonly string[]; most: number },
): Promise<DuplicateCandidate[]> {
  // `cross join` fixes the join order on SQLite.
  return db.all(
    `${select} from addresses a cross join customers c
      where a.brand_id = ? and a.postal_code_key in (${marks(postalCodeKeys)})
        and c.brand_id = a.brand_id and c.address_id = a.id and ${isThere} limit ?`,
    brandId,
    ...postalCodeKeys,
    most,
  );
}
