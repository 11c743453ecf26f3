// The intakes of leads, in the transaction that creates them.
import { messageKeyOfIntake } from '#core/intakes/mail-reply.ts';
import type { PlannedLead } from '#core/leads/plan-lead-intake.ts';
import type { IntakeFileRecord, IntakeRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import { insertIntakeFiles } from '#db/intakes/intake-files.ts';
import {
  deleteRefusedOfVisit,
  insertIntakes,
  lockIntake,
  updateIntake,
} from '#db/intakes/intakes.ts';
import { putMailMessages } from '#db/intakes/mail-messages.ts';

/** Where a lead comes from, when not from the API itself. */
export type LeadOrigin =
  /** It just came in through a channel. */
  | { arrived: IntakeRecord; files: readonly IntakeFileRecord[]; messageKey: string | null }
  /** It was held or refused, and is accepted now; `decidedBy` is the member. */
  | { acceptedId: string; decidedBy: string | null };

// The Idempotency-Key is the id of the intake, so it becomes a lead only once.
export const acceptIntakeRoute = 'POST /v1/api/intakes/{id}/accept';
// The Idempotency-Key is the key by which a repeated post is recognised.
export const channelRoute = 'channel';

interface MaybeFromChannel {
  brandId: string;
  origin?: LeadOrigin | undefined;
}

export async function settleIntakes(
  trx: Database,
  requests: readonly MaybeFromChannel[],
  leads: readonly PlannedLead[],
  now: number,
): Promise<void> {
  const arrived: ArrivedLead[] = [];
  for (const [index, { brandId, origin }] of requests.entries()) {
    if (!origin) continue;
    const workItemId = leads[index]!.workItem.id;
    if ('arrived' in origin) arrived.push({ ...origin, workItemId });
    else await markAccepted(trx, { brandId, ...origin, now }, workItemId);
  }
  if (arrived.length > 0) await insertArrived(trx, arrived, now);
}

type ArrivedLead = Extract<LeadOrigin, { arrived: unknown }> & { workItemId: string };

async function insertArrived(
  trx: Database,
  leads: readonly ArrivedLead[],
  createdAt: number,
): Promise<void> {
  for (const { arrived } of leads) {
    const { brandId, visit, fileCount } = arrived;
    if (visit !== null) await deleteRefusedOfVisit(trx, { brandId, visit, fileCount });
  }
  const intakes = leads.map(({ arrived, workItemId }) => ({
    ...arrived,
    state: 'lead' as const,
    workItemId,
  }));
  const mails = leads.flatMap(({ arrived: { brandId }, messageKey, workItemId }) =>
    messageKey === null ? [] : [{ brandId, messageKey, workItemId, createdAt }],
  );
  await insertIntakes(trx, intakes);
  await insertIntakeFiles(
    trx,
    leads.flatMap(({ files }) => files),
  );
  await putMailMessages(trx, mails);
}

async function markAccepted(
  trx: Database,
  {
    brandId,
    acceptedId,
    decidedBy,
    now,
  }: { brandId: string; acceptedId: string; decidedBy: string | null; now: number },
  workItemId: string,
): Promise<void> {
  const intake = await lockIntake(trx, { brandId, id: acceptedId });
  // Expired since it was read: the lead stays.
  if (!intake) return;
  await updateIntake(trx, { ...intake, state: 'lead', workItemId, discardedAt: null, decidedBy });
  const messageKey = messageKeyOfIntake(intake);
  if (messageKey === null) return;
  await putMailMessages(trx, [{ brandId, messageKey, workItemId, createdAt: now }]);
}
