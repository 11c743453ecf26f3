// Takes an intake with several leads apart: each becomes a lead, in one transaction.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { type Author, memberOf } from '#core/author.ts';
import { boundLead } from '#core/intakes/bound-lead.ts';
import { readingOf } from '#core/intakes/channel-settings.ts';
import { intakeRefusal } from '#core/intakes/intake-refusal.ts';
import { leadFromSent } from '#core/intakes/lead-from-sent.ts';
import { readFoundLead } from '#core/intakes/read-found-lead.ts';
import { takeApart } from '#core/intakes/several-leads.ts';
import type { ChannelRecord, IntakeRecord } from '#core/records.ts';
import { findBrand } from '#db/accounts/brands.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findChannel } from '#db/intakes/channels.ts';
import { findIntakeFiles } from '#db/intakes/intake-files.ts';
import { insertIntakes, lockIntake, updateIntake } from '#db/intakes/intakes.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { createInTransaction, type LeadRequest, type LeadResult } from '../leads/create-leads.ts';
import { boundChannel, textBytesOf } from './bound-channel.ts';
import { eventOf } from './keep-intake.ts';
import { requestOfIntake } from './request-of-intake.ts';

type CreatedLead = Extract<LeadResult, { outcome: 'created' }>;

type AcceptedSeveral =
  | { outcome: 'created'; leads: CreatedLead[]; firstLead: LeadSubmission }
  | { outcome: 'too_many' }
  /** It is one lead, or none of them can be a lead as it is. */
  | { outcome: 'not_several' };

interface SeveralLeads {
  brandId: string;
  id: string;
  author: Author;
}

/** Those that cannot be a lead as they are become refused intakes. */
export function acceptSeveral(
  db: Database,
  { brandId, id, author }: SeveralLeads,
  context: ActionContext,
): Promise<AcceptedSeveral> {
  return db.transaction(async (trx) => {
    const intake = await lockIntake(trx, { brandId, id });
    if (intake?.state !== 'held' || intake.discardedAt !== null) return { outcome: 'not_several' };
    const { channelId } = intake;
    const channel =
      channelId === null ? undefined : await findChannel(trx, { brandId, id: channelId });
    const brand = await findBrand(trx, brandId);
    if (!channel || !brand) return { outcome: 'not_several' };
    const parts = partsOf(channel, intake);
    if (parts === null) return { outcome: 'too_many' };
    const [first, ...others] = parts.filter(({ lead }) => lead);
    if (parts.length < 2 || !first) return { outcome: 'not_several' };
    const files = await findIntakeFiles(trx, { brandId, id });
    const shared = { brand, author, memberId: memberOf(author) };
    // The intake itself belongs to the first lead, and so do its pictures.
    const whole = requestOfIntake({ ...shared, ...first, lead: first.lead!, intake, files });
    await updateIntake(trx, { ...intake, lead: JSON.stringify(first.found) });
    const alone = (part: Part): IntakeRecord => ({
      ...intake,
      id: context.newId(),
      state: 'lead',
      reason: null,
      lead: JSON.stringify(part.found),
      sent: JSON.stringify(part.sent),
      body: JSON.stringify(part.sent),
      bodyEncoding: 'utf8',
      fileCount: 0,
      onceKey: null,
      visit: null,
      decidedBy: memberOf(author),
    });
    const requests = others.map((part): LeadRequest => {
      const arrived = alone(part);
      const request = requestOfIntake({
        ...shared,
        ...part,
        lead: part.lead!,
        intake: arrived,
        files: [],
      });
      // The transaction of the first one makes sure that each is created once.
      return { ...request, origin: { arrived, files: [], messageKey: null }, idempotency: null };
    });
    const made = await createInTransaction(trx, [whole, ...requests], context, 'wait');
    const leads = made.filter((result) => result.outcome === 'created');
    // Another call accepts it: nothing is created here.
    if (leads.length < made.length) throw new DatabaseUnavailable('the intake is being accepted');
    const refused = parts.flatMap((part) =>
      part.messages
        ? {
            ...alone(part),
            state: 'refused' as const,
            refusal: intakeRefusal(part.messages),
            decidedBy: null,
          }
        : [],
    );
    await keepRefused(trx, channel, refused, context);
    return { outcome: 'created', leads, firstLead: first.lead! };
  });
}

type Part = { sent: unknown; found: Record<string, unknown> } & ReturnType<typeof readFoundLead>;

/** Null when there are too many. */
export function partsOf(channel: ChannelRecord, { sent: kept }: IntakeRecord): Part[] | null {
  if (kept === null) return [];
  const reading = readingOf(channel);
  const parts = takeApart(reading, JSON.parse(kept));
  return (
    parts &&
    parts.map((sent) => {
      const found = boundLead(leadFromSent(reading, sent));
      return { sent, found, ...readFoundLead(found, { channel, sent, fileCount: 0 }) };
    })
  );
}

async function keepRefused(
  trx: Database,
  { brandId, id: channelId }: ChannelRecord,
  refused: readonly IntakeRecord[],
  context: ActionContext,
): Promise<void> {
  if (refused.length === 0) return;
  await insertIntakes(trx, refused);
  const bytes = refused.reduce((sum, intake) => sum + textBytesOf(intake), 0);
  await boundChannel(trx, 'refused', { brandId, channelId, bytes });
  const now = context.now();
  await recordEvents(
    trx,
    refused.map((intake) => eventOf(intake, now)),
    context,
  );
}
