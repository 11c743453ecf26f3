// The names of former members, for the records and history that refer to them.
import { columns, replacing } from '../columns.ts';
import type { Database } from '../database.ts';
import type { FormerMemberRow } from './account-tables.ts';

const fields = ['brandId', 'accountId', 'name', 'leftAt'] as const;

export async function insertFormerMember(db: Database, former: FormerMemberRow): Promise<void> {
  const { brandId, accountId, name, leftAt } = former;
  await db.run(
    `insert into former_members (brand_id, account_id, name, left_at) values (?, ?, ?, ?)
      ${replacing(['brandId', 'accountId'], fields)}`,
    brandId,
    accountId,
    name,
    leftAt,
  );
}

/** Returns whether the row existed. */
export async function deleteFormerMember(
  db: Database,
  { brandId, accountId }: Pick<FormerMemberRow, 'brandId' | 'accountId'>,
): Promise<boolean> {
  const deleted = await db.run(
    'delete from former_members where brand_id = ? and account_id = ?',
    brandId,
    accountId,
  );
  return deleted > 0;
}

export function listFormerMembers(db: Database, brandId: string): Promise<FormerMemberRow[]> {
  return db.all(
    `select ${columns('formerMembers', fields)} from former_members where brand_id = ?
      order by left_at, account_id`,
    brandId,
  );
}
