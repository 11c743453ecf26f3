import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import type { NotificationSettingsRow } from '../accounts/account-tables.ts';

const fields: Field<'notificationSettings'>[] = [
  'brandId',
  'accountId',
  'push',
  'email',
  'quietFrom',
  'quietUntil',
  'askedAt',
];
const select = `select ${columns('notificationSettings', fields)} from notification_settings`;

type Key = Pick<NotificationSettingsRow, 'brandId' | 'accountId'>;

export function findNotificationSettings(
  db: Database,
  { brandId, accountIds }: { brandId: string; accountIds: readonly string[] },
): Promise<NotificationSettingsRow[]> {
  if (accountIds.length === 0) return Promise.resolve([]);
  return db.all(
    `${select} where brand_id = ? and account_id in (${marks(accountIds)})`,
    brandId,
    ...accountIds,
  );
}

export function putNotificationSettings(db: Database, row: NotificationSettingsRow): Promise<void> {
  return db.putRows('notificationSettings', ['brandId', 'accountId'], [row]);
}

export async function deleteNotificationSettings(
  db: Database,
  { brandId, accountId }: Key,
): Promise<void> {
  await db.run(
    'delete from notification_settings where brand_id = ? and account_id = ?',
    brandId,
    accountId,
  );
}
