// Which lead a mail belongs to, by the hash of its Message-ID.
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';

/** The lead of the first of these mails that is known. */
export async function findLeadOfMail(
  db: Database,
  brandId: string,
  messageKeys: readonly string[],
): Promise<string | undefined> {
  if (messageKeys.length === 0) return undefined;
  const rows = await db.all<{ messageKey: string; workItemId: string }>(
    `select m.message_key as "messageKey", m.work_item_id as "workItemId"
      from mail_messages m
      join work_items w on w.brand_id = m.brand_id and w.id = m.work_item_id
      where m.brand_id = ? and m.message_key in (${marks(messageKeys)}) and w.deleted_at is null`,
    brandId,
    ...messageKeys,
  );
  const leadOf = new Map(rows.map((row) => [row.messageKey, row.workItemId]));
  return messageKeys.map((key) => leadOf.get(key)).find((id) => id !== undefined);
}

interface MailMessage {
  brandId: string;
  messageKey: string;
  workItemId: string;
  createdAt: number;
}

export function putMailMessages(db: Database, messages: readonly MailMessage[]): Promise<void> {
  return db.putRows('mailMessages', ['brandId', 'messageKey'], messages);
}

export async function deleteMailMessages(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<void> {
  await db.run(
    `delete from mail_messages where brand_id = ? and work_item_id in (${marks(workItemIds)})`,
    brandId,
    ...workItemIds,
  );
}

/** Of all brands, a bounded number; returns how many. */
export function deleteOldMailMessages(
  db: Database,
  { before, most }: { before: number; most: number },
): Promise<number> {
  return deleteFirst(db, { table: 'mail_messages', by: 'created_at', before, most });
}
