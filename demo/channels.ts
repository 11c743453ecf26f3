// The demo's channels: a form and a portal's hook, and what waits in their tray.
import type { ActionContext } from '#actions/context.ts';
import { createChannel } from '#actions/intakes/channels.ts';
import { keepIntake } from '#actions/intakes/keep-intake.ts';
import type { LeadOrigin } from '#actions/intakes/settle-intakes.ts';
import type { HeldReason } from '#contract/intake-lists.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';
import { intakeRefusal } from '#core/intakes/intake-refusal.ts';
import { leadFromSent } from '#core/intakes/lead-from-sent.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import type { ChannelRecord, IntakeRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';

export interface DemoChannels {
  form: ChannelRecord;
  hook: ChannelRecord;
}

interface Waiting {
  at: number;
  channel: keyof DemoChannels;
  sent: Record<string, string>;
  /** Without one it is refused. */
  reason: HeldReason | null;
}

const dayMs = 24 * 60 * 60 * 1000;

export async function makeChannels(
  db: Database,
  owner: { brandId: string; memberId: string },
  context: ActionContext,
): Promise<DemoChannels> {
  const make = async (wanted: Pick<Parameters<typeof createChannel>[1], 'type' | 'name'>) => {
    const origins = wanted.type === 'form' ? ['https://www.vandijk.example'] : [];
    const made = await createChannel(db, { ...owner, ...wanted, origins }, context);
    if (made.outcome !== 'created') throw new Error(`no channel: ${made.outcome}`);
    return made.channel;
  };
  return {
    form: await make({ type: 'form', name: 'Website' }),
    hook: await make({ type: 'hook', name: 'Woningportaal' }),
  };
}

/** Of a lead that comes in through a channel. */
export function originOf(channel: ChannelRecord, lead: object, context: ActionContext): LeadOrigin {
  const fields = Object.entries(lead).filter(([, value]) => value !== '');
  const arrived = intakeOf(channel, Object.fromEntries(fields), context);
  return { arrived, files: [], messageKey: null };
}

/** What did not become leads by itself, as of now. */
export function waitingBefore(now: number): Waiting[] {
  // The portal's names say nothing: the map of the channel is still to be made.
  const unnamed = (p1: string, p2: string, p3: string, vraag: string) => ({ p1, p2, p3, vraag });
  return [
    {
      at: now - 4.3 * dayMs,
      channel: 'hook',
      sent: unnamed('Iris', 'Postma', '06 12345981', 'The gutter at the back overflows.'),
      reason: null,
    },
    {
      at: now - 2.2 * dayMs,
      channel: 'hook',
      sent: unnamed('Hugo', 'van Dam', '06 12345982', 'A new boiler before the winter?'),
      reason: null,
    },
    {
      at: now - 1.1 * dayMs,
      channel: 'form',
      sent: {
        customerName: 'SEO Experts',
        email: 'offers@seo.example',
        description: 'We bring your website to the first page. Reply for a free quote!',
      },
      reason: 'honeypot',
    },
    {
      at: now - 0.3 * dayMs,
      channel: 'form',
      sent: {
        customerName: 'Wietske Kramer',
        email: 'wietske.kramer@',
        phone: '06 12345984',
        description: 'Water comes in at the skylight when it rains.',
      },
      reason: null,
    },
    {
      at: now - 0.12 * dayMs,
      channel: 'form',
      sent: {
        customerName: 'Bas Kuipers',
        phone: '06 12345985',
        city: 'Utrecht',
        description: 'Can you replace our outside tap before the frost?',
      },
      reason: 'no_proof',
    },
  ];
}

export async function keepWaiting(
  db: Database,
  { channel, sent, reason }: Waiting,
  { channels, context }: { channels: DemoChannels; context: ActionContext },
): Promise<void> {
  const record = intakeOf(channels[channel], sent, context);
  const { messages } = readLeadSubmission(JSON.parse(record.lead!));
  if (reason === null && !messages) throw new Error(`not refused: ${record.lead}`);
  const outcome: Pick<IntakeRecord, 'state' | 'reason' | 'refusal'> =
    reason === null
      ? { state: 'refused', reason, refusal: intakeRefusal(messages!) }
      : { state: 'held', reason, refusal: null };
  await keepIntake(db, { intake: { ...record, ...outcome }, files: [] }, context);
}

function intakeOf(
  channel: ChannelRecord,
  sent: Record<string, unknown>,
  context: ActionContext,
): IntakeRecord {
  const { brandId, id: channelId, type, name } = channel;
  const { map, portal } = settingsOf(channel);
  return {
    brandId,
    id: context.newId(),
    channelId,
    source: type,
    state: 'lead',
    reason: null,
    refusal: null,
    lead: JSON.stringify(leadFromSent({ type, name, map, portal }, sent)),
    sent: JSON.stringify(sent),
    contentType: 'application/json',
    body: JSON.stringify(sent),
    bodyEncoding: 'utf8',
    fileCount: 0,
    workItemId: null,
    onceKey: null,
    visit: null,
    language: null,
    receivedAt: context.now(),
    discardedAt: null,
    decidedBy: null,
  };
}
