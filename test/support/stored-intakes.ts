// One of everything that channels store, written to the database.
import { randomUUID } from 'node:crypto';
import { usualSettings } from '#core/intakes/channel-settings.ts';
import type { Database } from '#db/database.ts';
import { refusedIntake } from './refused-intake.ts';

interface Place {
  brandId: string;
  workItemId: string;
  /** In what is sent. */
  text: string;
  /** How many intakes are refused. */
  refused?: number;
}

export async function storeIntakes(
  db: Database,
  { brandId, workItemId, text, refused = 1 }: Place,
): Promise<void> {
  const at = Date.now();
  const [channelId, oneId, otherId] = [randomUUID(), randomUUID(), randomUUID()];
  const sent = { name: text, 'half "quoted"': '\u{1f6bf}' };
  const intake = () => refusedIntake({ brandId, channelId, at, sent });
  const lead = { ...intake(), state: 'lead' as const, workItemId, fileCount: 2, body: null };
  const held = { ...intake(), state: 'held' as const, reason: 'too_fast' as const, refusal: null };
  const discarded = { ...intake(), discardedAt: at, decidedBy: randomUUID() };
  await db.transaction(async (trx) => {
    await trx.insertRows('channels', [
      {
        brandId,
        id: channelId,
        version: 1,
        type: 'hook',
        name: text,
        address: randomUUID(),
        settings: JSON.stringify({ ...usualSettings, intro: text }),
        mailboxUrl: null,
        mailboxError: null,
        mailboxMark: null,
        mailboxDueAt: null,
        dropped: 7,
        createdAt: at,
        createdBy: null,
        deletedAt: null,
      },
    ]);
    const many = Array.from({ length: refused }, intake);
    await trx.insertRows('intakes', [lead, held, discarded, ...many]);
    await trx.insertRows(
      'intakeFiles',
      [0, 1].map((position) => ({
        brandId,
        intakeId: lead.id,
        position,
        name: `${text}.jpg`,
        contentType: 'image/jpeg',
        sizeBytes: 3,
        bytes: 'AAAA',
      })),
    );
    await trx.insertRows('mailMessages', [
      { brandId, messageKey: randomUUID(), workItemId, createdAt: at },
    ]);
    await trx.insertRows('doubtfulLeads', [
      { brandId, workItemId, otherName: text, createdAt: at, settledAt: null },
    ]);
    const [first, second] = [oneId, otherId].toSorted() as [string, string];
    await trx.insertRows('distinctCustomers', [
      { brandId, oneId: first, otherId: second, createdAt: at },
    ]);
  });
}
