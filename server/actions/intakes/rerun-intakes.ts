// Takes the refused intakes of a channel in again, after its map was mended.
import { type Author, systemAuthor } from '#core/author.ts';
import { readingOf, settingsOf } from '#core/intakes/channel-settings.ts';
import { hasSecret } from '#core/intakes/has-secret.ts';
import { leadFromSent } from '#core/intakes/lead-from-sent.ts';
import { intakeRefusal } from '#core/intakes/intake-refusal.ts';
import { readFoundLead } from '#core/intakes/read-found-lead.ts';
import { splitLeads } from '#core/intakes/several-leads.ts';
import type { ChannelRecord, IntakeRecord } from '#core/records.ts';
import { findBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { findChannel } from '#db/intakes/channels.ts';
import { findIntakeFiles } from '#db/intakes/intake-files.ts';
import { findIntakesToRerun, lockIntake, updateIntake } from '#db/intakes/intakes.ts';
import type { BrandRow } from '#db/tables.ts';
import type { ActionContext } from '../context.ts';
import { createInTransaction, type LeadRequest } from '../leads/create-leads.ts';
import { requestOfIntake } from './request-of-intake.ts';

interface RerunStep {
  brandId: string;
  channelId: string;
  /** The last intake of the step before. */
  afterId: string;
  memberId: string | null;
}

interface RerunProgress {
  created: number;
  refused: number;
  /** Null at the end. */
  afterId: string | null;
}

const intakesAtOnce = 25;

/** One step, in a transaction. */
export function rerunIntakes(
  db: Database,
  { brandId, channelId, afterId, memberId }: RerunStep,
  context: ActionContext,
): Promise<RerunProgress> {
  return db.transaction(async (trx) => {
    const channel = await findChannel(trx, { brandId, id: channelId });
    const brand = await findBrand(trx, brandId);
    if (!channel || !brand) return { created: 0, refused: 0, afterId: null };
    const range = { brandId, channelId, afterId, most: intakesAtOnce };
    const intakes = await findIntakesToRerun(trx, range);
    const requests: LeadRequest[] = [];
    let refused = 0;
    for (const { id } of intakes) {
      const intake = await lockIntake(trx, { brandId, id });
      // Somebody else decided meanwhile.
      if (!intake || intake.state === 'lead' || intake.discardedAt !== null) continue;
      if (isUnproved(channel, intake)) continue;
      const request = await requestOf(trx, { channel, brand, intake, memberId });
      if (request) requests.push(request);
      else refused++;
    }
    const made = await createInTransaction(trx, requests, context, 'wait');
    const created = made.filter(({ outcome }) => outcome === 'created').length;
    const isLast = intakes.length < intakesAtOnce;
    return { created, refused, afterId: isLast ? null : intakes.at(-1)!.id };
  });
}

/** It came without the channel's secret: it stays held, unless the secret was mended. */
function isUnproved(channel: ChannelRecord, { reason, sent }: IntakeRecord): boolean {
  const { secret } = settingsOf(channel);
  if (reason !== 'secret_wrong' || secret === null) return false;
  return sent === null || !hasSecret(JSON.parse(sent), secret);
}

interface Rerun {
  channel: ChannelRecord;
  brand: BrandRow;
  intake: IntakeRecord;
  memberId: string | null;
}

/** Null for an intake that is still refused. */
async function requestOf(
  trx: Database,
  { channel, brand, intake, memberId }: Rerun,
): Promise<LeadRequest | null> {
  const { brandId, id } = intake;
  if (intake.sent === null) return null;
  const sent: unknown = JSON.parse(intake.sent);
  const reading = readingOf(channel);
  if (splitLeads(reading, sent)?.length !== 1) {
    await updateIntake(trx, { ...intake, state: 'held', reason: 'several_leads', refusal: null });
    return null;
  }
  const found = leadFromSent(reading, sent);
  const { fileCount } = intake;
  const { lead, messages } = readFoundLead(found, { channel, sent, fileCount });
  if (messages) {
    const refusal = intakeRefusal(messages);
    await updateIntake(trx, { ...intake, refusal, lead: JSON.stringify(found) });
    return null;
  }
  // `markAccepted` makes it a lead.
  await updateIntake(trx, { ...intake, lead: JSON.stringify(found) });
  const files = await findIntakeFiles(trx, { brandId, id });
  const author: Author = {
    ...(memberId === null ? systemAuthor : { actor: 'member', actorId: memberId }),
    // The request by which it came in.
    requestId: id,
  };
  return requestOfIntake({ brand, intake, author, memberId, lead, found, sent, files });
}
