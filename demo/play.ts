// Plays the planned leads and status changes through the server's actions, each with the clock set to its time.
import type { ActionContext } from '#actions/context.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { recordRequests } from '#actions/logged-requests.ts';
import { patchWorkItem } from '#actions/work-items/patch-work-item.ts';
import { requestLogDays } from '#contract/limits.ts';
import { type Author, systemAuthor } from '#core/author.ts';
import { intakeRefusal } from '#core/intakes/intake-refusal.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import type { ChannelRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import { keepWaiting, originOf, waitingBefore } from './channels.ts';
import { customerOf, type DemoCustomer } from './customers.ts';
import type { DemoLead, Step } from './plan-leads.ts';
import type { Business } from './set-up-business.ts';

interface Stage {
  db: Database;
  context: ActionContext;
  business: Business;
  /** Sets the clock of the context. */
  setClock(time: number): void;
  /** Stores the photos that leads brought; called after each that did. */
  storePhotos(): Promise<void>;
}

interface Refused {
  at: number;
  body: object;
}

const leadRoute = '/v1/api/leads';
const formDays = 21;
const dayMs = 24 * 60 * 60 * 1000;
const phases = ['lead', 'job'] as const;

export async function play(stage: Stage, leads: readonly DemoLead[], now: number): Promise<void> {
  const customers = customersOf(leads);
  const ids = new Map<DemoLead, string>();
  const moments: { at: number; act: () => Promise<void> }[] = refusedBefore(now).map((refused) => ({
    at: refused.at,
    act: () => refuse(stage, refused),
  }));
  const { db, context, business } = stage;
  for (const waiting of waitingBefore(now)) {
    const keep = () => keepWaiting(db, waiting, { channels: business.channels, context });
    moments.push({ at: waiting.at, act: keep });
  }
  for (const lead of leads) {
    const arrive = async () => {
      ids.set(lead, await receive(stage, lead, customers.get(lead)!, now));
    };
    moments.push({ at: lead.receivedAt, act: arrive });
    for (const step of lead.steps) {
      moments.push({ at: step.at, act: () => change(stage, ids.get(lead)!, step) });
    }
  }
  for (const { at, act } of moments.sort((one, other) => one.at - other.at)) {
    stage.setClock(at);
    await act();
  }
}

/** A returning customer is that of the earlier lead named in the row. */
function customersOf(leads: readonly DemoLead[]): Map<DemoLead, DemoCustomer> {
  const firstOf = ({ row, number }: DemoLead): DemoLead => {
    if (row.again === '') return leads[number]!;
    const first = leads.find((lead) => lead.row.title === row.again && lead.row.again === '');
    if (!first) throw new Error(`no lead "${row.again}"`);
    return first;
  };
  return new Map(
    leads.map((lead) => {
      const { number, row } = firstOf(lead);
      return [lead, customerOf(number, row)];
    }),
  );
}

/** Returns the id of the work item. */
async function receive(
  stage: Stage,
  planned: DemoLead,
  customer: DemoCustomer,
  now: number,
): Promise<string> {
  const { row, receivedAt, number } = planned;
  const { db, context, business } = stage;
  const { brandId, country: brandCountry, members, websiteKeyId } = business;
  const requestId = context.newId();
  const channel = channelOf(planned, business, now);
  const isByKey = row.source === 'web' || row.source === 'chat';
  const member = row.source === 'whatsapp' ? members.second : members.owner;
  const author: Author = isByKey
    ? { actor: 'key', actorId: websiteKeyId, requestId }
    : { actor: 'member', actorId: member, requestId };
  const body = bodyOf(row, customer);
  const { lead, messages } = readLeadSubmission(body);
  if (!lead) throw new Error(messages.join('\n'));
  const brand = { brandId, brandCountry, brandLanguage: 'en' as const };
  const request = { ...brand, author, lead, rawBody: JSON.stringify(body), idempotency: null };
  const arrived = channel && {
    author: { ...systemAuthor, requestId },
    origin: originOf(channel, body, context),
  };
  const [result] = await createLeads(db, [{ ...request, ...arrived }], context);
  if (result?.outcome !== 'created') throw new Error(`"${row.title}": ${result?.outcome}`);
  if (result.photoJobIds.length > 0) await stage.storePhotos();
  if (isByKey && !channel && receivedAt > now - requestLogDays * dayMs) {
    const cells = [requestId, websiteKeyId, null, 'POST', leadRoute, null] as const;
    const logged = [brandId, ...cells, 201, 4 + (number % 9), null, null] as const;
    await recordRequests(db, [[...logged]], context);
  }
  return result.workItemId;
}

/** The website got its form three weeks ago; its chat and photos still come by key. */
function channelOf(
  { row: { source, photos }, receivedAt }: DemoLead,
  { channels }: Business,
  now: number,
): ChannelRecord | null {
  if (photos !== '' || receivedAt < now - formDays * dayMs) return null;
  if (source === 'web') return channels.form;
  return source === 'referral' ? channels.hook : null;
}

// Asked for a returning customer by somebody else in the house.
const doubtful = { title: 'Bleed and balance the heating', customerName: 'Anouk Rietveld' };

function bodyOf(row: DemoLead['row'], customer: DemoCustomer): object {
  const { title, description, category, priority, source, budget, photos } = row;
  const names = photos.split(' ').filter((name) => name !== '');
  return {
    ...customer,
    // E-mails come without a phone number; chats without contact details, so a returning one is a possible duplicate.
    ...(source === 'email' && { phone: '' }),
    ...(source === 'chat' && { phone: '', email: '' }),
    title,
    description,
    category,
    priority,
    source,
    budgetQuote: budget,
    ...(title === doubtful.title && { customerName: doubtful.customerName, email: '' }),
    ...(names.length > 0 && {
      photoUrls: names.map((name) => `https://vandijk.example/uploads/${name}.jpg`),
    }),
  };
}

async function change(
  { db, context, business: { brandId, members } }: Stage,
  id: string,
  { by, patch: planned, assignee }: Step,
): Promise<void> {
  const author: Author = { actor: 'member', actorId: members[by], requestId: context.newId() };
  const patch = assignee ? { ...planned, assigneeId: members[assignee] } : planned;
  const request = { brandId, id, author, phases, versions: null, patch, submitted: null };
  const { outcome, ...rest } = await patchWorkItem(db, request, context);
  if (outcome !== 'changed') throw new Error(`not changed: ${JSON.stringify(rest)}`);
}

/** Leads that the website's form sent with errors: they can be rescued from the request log. */
function refusedBefore(now: number): Refused[] {
  const wim = { customerName: 'Wim Terpstra', phone: '06 12345987', city: 'Zeist' };
  return [
    { at: now - 9.2 * dayMs, body: { customerName: 'Test', title: '' } },
    { at: now - 5.4 * dayMs, body: { ...wim, title: '', description: 'The boiler leaks.' } },
    {
      at: now - 1.3 * dayMs,
      body: { customerName: 'Ria Postma', title: 'Tap in the garden', email: 'ria.postma@' },
    },
    { at: now - 0.1 * dayMs, body: { title: 'Leaking roof', city: 'Houten', priority: 'asap' } },
  ];
}

async function refuse({ db, context, business }: Stage, { body }: Refused): Promise<void> {
  const { messages } = readLeadSubmission(body);
  const told = [intakeRefusal(messages ?? []), JSON.stringify(body)] as const;
  const cells = [context.newId(), business.websiteKeyId, null, 'POST', leadRoute, null] as const;
  await recordRequests(db, [[business.brandId, ...cells, 400, 2, ...told]], context);
}
