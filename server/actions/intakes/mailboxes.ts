// Which mailboxes a server polls. The due time of a mailbox is also its lease, so one server polls it.
import type { ChannelRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import {
  lockDueMailboxes,
  type PolledMailbox,
  setMailboxDueAt,
  setMailboxState,
} from '#db/intakes/channels.ts';
import type { ActionContext } from '../context.ts';
import { type OpenChannel, openChannelOf } from './channels.ts';

/** Nobody else gets them until the lease expires. A busy brand has its next turn later. */
export function claimMailboxes(
  db: Database,
  { leaseMs, ...wanted }: { most: number; leaseMs: number; busyBrandIds: readonly string[] },
  context: ActionContext,
): Promise<OpenChannel[]> {
  return db.transaction(async (trx) => {
    const now = context.now();
    const channels = await lockDueMailboxes(trx, { now, ...wanted });
    for (const channel of channels) {
      await setMailboxDueAt(trx, { ...channel, mailboxDueAt: now + leaseMs });
    }
    const opened: OpenChannel[] = [];
    for (const channel of channels) opened.push(await openChannelOf(trx, channel));
    return opened;
  });
}

export async function renewMailboxLease(
  db: Database,
  {
    leaseMs,
    ...mailbox
  }: Pick<ChannelRecord, 'brandId' | 'id' | 'mailboxUrl'> & { leaseMs: number },
  context: ActionContext,
): Promise<void> {
  await db.transaction((trx) =>
    setMailboxDueAt(trx, { ...mailbox, mailboxDueAt: context.now() + leaseMs }),
  );
}

/** Ends the lease. */
export async function endMailboxPoll(
  db: Database,
  { nextInMs, ...polled }: PolledMailbox & { nextInMs: number },
  context: ActionContext,
): Promise<void> {
  await db.transaction((trx) =>
    setMailboxState(trx, { ...polled, mailboxDueAt: context.now() + nextInMs }),
  );
}
