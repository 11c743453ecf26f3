// The browsers to which notifications are pushed, and the keys with which the server signs them.
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import type { PushSubscriptionRow } from '../accounts/account-tables.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const fields: Field<'pushSubscriptions'>[] = [
  'accountId',
  'id',
  'sessionId',
  'endpoint',
  'p256dh',
  'auth',
  'userAgent',
  'createdAt',
];
const select = `select ${columns('pushSubscriptions', fields)} from push_subscriptions`;

type Key = Pick<PushSubscriptionRow, 'accountId' | 'id'>;

export function findPushKeys(db: Database): Promise<PushKeys | undefined> {
  return db.first(
    'select public_key as "publicKey", private_key as "privateKey" from push_keys limit 1',
  );
}

export function insertPushKeys(
  db: Database,
  keys: PushKeys & { createdAt: number },
): Promise<void> {
  return db.insertRows('pushKeys', [keys]);
}

/** Oldest first: ids grow with time. */
export function findSubscriptions(
  db: Database,
  accountIds: readonly string[],
): Promise<PushSubscriptionRow[]> {
  if (accountIds.length === 0) return Promise.resolve([]);
  return db.all(`${select} where account_id in (${marks(accountIds)}) order by id`, ...accountIds);
}

export function findSubscription(
  db: Database,
  { accountId, id }: Key,
): Promise<PushSubscriptionRow | undefined> {
  return db.first(`${select} where account_id = ? and id = ?`, accountId, id);
}

/** Registered again, it keeps its id: queued pushes hold that. Returns undefined if it is not known. */
export function renewSubscription(
  db: Database,
  { accountId, endpoint, sessionId, p256dh, auth, userAgent }: Omit<PushSubscriptionRow, 'id'>,
): Promise<PushSubscriptionRow | undefined> {
  return db.first(
    `update push_subscriptions set session_id = ?, p256dh = ?, auth = ?, user_agent = ?
      where account_id = ? and endpoint = ? returning ${columns('pushSubscriptions', fields)}`,
    sessionId,
    p256dh,
    auth,
    userAgent,
    accountId,
    endpoint,
  );
}

/** Replaces that of another account, which used the same browser before. */
export async function putSubscription(db: Database, row: PushSubscriptionRow): Promise<void> {
  await db.run('delete from push_subscriptions where endpoint = ?', row.endpoint);
  await db.insertRows('pushSubscriptions', [row]);
}

export async function deleteSubscription(db: Database, { accountId, id }: Key): Promise<boolean> {
  const deleted = await db.run(
    'delete from push_subscriptions where account_id = ? and id = ?',
    accountId,
    id,
  );
  return deleted > 0;
}
