// Mails that are known already: one that was delivered twice, and answers in a thread, which are added to
// their lead.
import type { Language } from '#contract/account-lists.ts';
import { type Author, memberOf, systemAuthor } from '#core/author.ts';
import {
  type MailReply,
  messageKeyOfIntake,
  notesWithReply,
  replyOfIntake,
} from '#core/intakes/mail-reply.ts';
import { type UploadedFile, uploadUrl } from '#core/photos/upload-url.ts';
import type { IntakeFileRecord, IntakeRecord, WorkItemRecord } from '#core/records.ts';
import { changeWorkItem } from '#core/work-items/change-work-item.ts';
import { lockCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findIntakeFiles, insertIntakeFiles } from '#db/intakes/intake-files.ts';
import {
  findIntake,
  findIntakeByOnceKey,
  insertIntakes,
  lockIntake,
  updateIntake,
} from '#db/intakes/intakes.ts';
import { findLeadOfMail, putMailMessages } from '#db/intakes/mail-messages.ts';
import { findWorkItems, lockWorkItem, updateWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { isThere } from '../customers/get-customer.ts';
import { recordEvents } from '../events/events.ts';
import { writePhotos } from '../photos/add-photos.ts';
import { getWorkItem } from '../work-items/get-work-item.ts';

interface ArrivedMail {
  intake: IntakeRecord;
  files: readonly IntakeFileRecord[];
  /** The hash of its Message-ID. */
  messageKey: string | null;
  reply: MailReply;
  language: Language;
  isTest: boolean;
}

interface KnownMail {
  /** The intake of an earlier delivery that became a lead. */
  earlier: { id: string; workItemId: string } | null;
  isReply: boolean;
}

export async function findMail(
  db: Database,
  {
    brandId,
    onceKey,
    threadKeys,
  }: { brandId: string; onceKey: string | null; threadKeys: readonly string[] },
): Promise<KnownMail> {
  return {
    earlier: onceKey === null ? null : await earlierDelivery(db, { brandId, onceKey }),
    isReply: (await findLeadOfMail(db, brandId, threadKeys)) !== undefined,
  };
}

async function earlierDelivery(
  db: Database,
  key: { brandId: string; onceKey: string },
): Promise<KnownMail['earlier']> {
  const intake = await findIntakeByOnceKey(db, key);
  return intake?.workItemId ? { id: intake.id, workItemId: intake.workItemId } : null;
}

/** Null when it has to become a lead: it answers nothing that is known, or its lead is closed. */
export function addMailToLead(
  db: Database,
  mail: ArrivedMail,
  context: ActionContext,
): Promise<{ id: string; workItemId: string } | null> {
  const { brandId, onceKey } = mail.intake;
  return db.transaction(async (trx) => {
    if (onceKey !== null) {
      await trx.waitForLocks([`intake ${brandId} ${onceKey}`]);
      const earlier = await earlierDelivery(trx, { brandId, onceKey });
      if (earlier) return earlier;
    }
    const leadId = await findLeadOfMail(trx, brandId, mail.reply.threadKeys);
    const item = leadId === undefined ? undefined : await lockLead(trx, { brandId, id: leadId });
    const { intake, files } = mail;
    const settle = async ({ id: workItemId }: WorkItemRecord) => {
      await insertIntakes(trx, [{ ...intake, state: 'lead', workItemId }]);
      await insertIntakeFiles(trx, files);
    };
    const author = { ...systemAuthor, requestId: intake.id };
    if (!item || !(await addTo(trx, item, { ...mail, author, settle }, context))) return null;
    return { id: intake.id, workItemId: item.id };
  });
}

interface AcceptedMail {
  brandId: string;
  id: string;
  author: Author;
  language: Language;
  isTest: boolean;
}

/** Adds a mail that was held to the lead that it answers. Null when it has to become a lead of its own. */
export async function acceptMailReply(
  db: Database,
  { brandId, id, author, language, isTest }: AcceptedMail,
  context: ActionContext,
): Promise<{ workItemId: string; body: string } | null> {
  const held = await findIntake(db, { brandId, id });
  const reply = held ? replyOfIntake(held) : null;
  if (!held || !reply) return null;
  return db.transaction(async (trx) => {
    const leadId = await findLeadOfMail(trx, brandId, reply.threadKeys);
    const item = leadId === undefined ? undefined : await lockLead(trx, { brandId, id: leadId });
    const intake = item && (await lockIntake(trx, { brandId, id }));
    if (!intake || intake.state === 'lead' || intake.discardedAt !== null) return null;
    const files = await findIntakeFiles(trx, { brandId, id });
    const messageKey = messageKeyOfIntake(intake);
    const decidedBy = memberOf(author);
    const settle = ({ id: workItemId }: WorkItemRecord) =>
      updateIntake(trx, { ...intake, state: 'lead', workItemId, decidedBy });
    const addition = { reply, files, messageKey, language, isTest, author, settle };
    if (!(await addTo(trx, item, addition, context))) return null;
    const { body } = (await getWorkItem(trx, item))!;
    return { workItemId: item.id, body };
  });
}

/** Lock order: the customer, then the item. Undefined when either was deleted or erased. */
async function lockLead(
  trx: Database,
  key: { brandId: string; id: string },
): Promise<WorkItemRecord | undefined> {
  const [seen] = await findWorkItems(trx, key.brandId, [key.id]);
  if (!seen) return undefined;
  const [customer] = await lockCustomers(trx, key.brandId, [seen.customerId]);
  const item = await lockWorkItem(trx, key);
  return isThere(customer) && item?.deletedAt === null ? item : undefined;
}

interface Addition {
  reply: MailReply;
  files: readonly UploadedFile[];
  /** The hash of its Message-ID. */
  messageKey: string | null;
  language: Language;
  isTest: boolean;
  author: Author;
  /** Writes the intake. */
  settle(item: WorkItemRecord): Promise<void>;
}

/** Returns false when the lead is closed or full. */
async function addTo(
  trx: Database,
  item: WorkItemRecord,
  { reply, files, messageKey, language, isTest, author, settle }: Addition,
  context: ActionContext,
): Promise<boolean> {
  const { brandId } = item;
  const now = context.now();
  const pictures = files.length;
  const notes = notesWithReply(item, reply, { language, now, pictures });
  if (notes === null) return false;
  const change = changeWorkItem(item, { notes }, { author, now });
  if (!('item' in change)) return false;
  const photoCount = pictures === 0 ? item.photoCount : (item.photoCount ?? 0) + pictures;
  await updateWorkItem(trx, { ...change.item, photoCount });
  await settle(item);
  if (pictures > 0) {
    const pending = { status: 'pending', error: null } as const;
    const photos = files.map((file) => ({ url: uploadUrl(file), ...pending }));
    await writePhotos(trx, item, { photos, isTest, now, context });
  }
  const keys = messageKey === null ? [] : [messageKey];
  await putMailMessages(
    trx,
    keys.map((key) => ({ brandId, messageKey: key, workItemId: item.id, createdAt: now })),
  );
  await recordEvents(trx, change.events, context);
  return true;
}
