// Makes a job directly, for a customer who is known or who is found or made as for a lead.
import { idempotencyHours } from '#contract/limits.ts';
import { type Author, memberOf } from '#core/author.ts';
import { eventsOfIntake } from '#core/intake-events.ts';
import { personLocks } from '#core/person-locks.ts';
import { type KnownCustomer, type LeadIntake, planLeadIntake } from '#core/plan-lead-intake.ts';
import { newWorkItem } from '#core/plan-new-work-item.ts';
import { presentWorkItem } from '#core/present.ts';
import type { NewJob } from '#core/read-new-work-item.ts';
import { findAddresses } from '#db/addresses.ts';
import { noteCreationTime } from '#db/creation-order.ts';
import { holdCustomers } from '#db/customers.ts';
import type { Database } from '#db/database.ts';
import { findIdempotencyRows, insertIdempotencyRows } from '#db/idempotency.ts';
import type { ActionContext } from './context.ts';
import { findKnownCustomers, writeIntake } from './create-leads.ts';
import { recordEvents } from './events.ts';
import { locateLeads } from './locate-leads.ts';

interface WorkItemCreation {
  brandId: string;
  brandCountry: string;
  author: Author;
  job: NewJob;
  /** Its customer and place in the form of a lead. */
  lead: LeadIntake['lead'];
  idempotency: { key: string; bodyHash: string } | null;
}

type WorkItemCreated =
  | { outcome: 'created' | 'replayed'; workItemId: string; body: string }
  | { outcome: 'key_reused' | 'under_way' }
  | { outcome: 'invalid'; messages: string[] };

const route = 'POST /v1/api/work-items';
const idempotencyMs = idempotencyHours * 60 * 60 * 1000;

export function createWorkItem(
  db: Database,
  creation: WorkItemCreation,
  context: ActionContext,
): Promise<WorkItemCreated> {
  return db.transaction(async (trx): Promise<WorkItemCreated> => {
    const { brandId, job, lead, idempotency, author } = creation;
    const claim = idempotency && `idempotency ${brandId} ${route} ${idempotency.key}`;
    if (claim && !(await trx.tryLocks([claim])).has(claim)) return { outcome: 'under_way' };
    await trx.waitForLocks('id' in job.customer ? [] : personLocks(brandId, lead));
    const now = context.now();
    const earlier = await findEarlierAnswer(trx, creation, now);
    if (earlier) return earlier;

    const customer = 'id' in job.customer ? await hold(trx, brandId, job.customer.id) : null;
    const messages = [
      ...(customer === undefined ? ['customerId names no customer of the brand'] : []),
      ...(await wrongAddress(trx, creation)),
    ];
    if (messages.length > 0) return { outcome: 'invalid', messages };

    const intake = await intakeOf(trx, creation, customer ?? null, now, context);
    const known = customer ? [] : await findKnownCustomers(trx, [intake]);
    const plan = planLeadIntake(known, [intake]);
    const [planned] = plan.leads;
    planned!.workItem = newWorkItem(job, {
      brandId,
      id: intake.workItemId,
      customerId: planned!.customer.id,
      addressId: placeOf(job, planned!.customer, planned!.workItem.addressId),
      remarks: planned!.workItem.notes,
      now,
      createdBy: memberOf(author),
    });
    await noteCreationTime(trx, now);
    await writeIntake(trx, plan);
    await recordEvents(trx, eventsOfIntake(planned!, author), context);
    const workItemId = intake.workItemId;
    const body = JSON.stringify(presentWorkItem(planned!.workItem, []));
    await remember(trx, creation, { workItemId, body }, now);
    return { outcome: 'created', workItemId, body };
  });
}

async function findEarlierAnswer(
  trx: Database,
  { brandId, idempotency }: WorkItemCreation,
  now: number,
): Promise<WorkItemCreated | null> {
  if (!idempotency) return null;
  const claims = { brandId, route, idempotencyKeys: [idempotency.key] };
  const [row] = await findIdempotencyRows(trx, claims, now);
  if (!row) return null;
  if (row.bodyHash !== idempotency.bodyHash) return { outcome: 'key_reused' };
  return { outcome: 'replayed', workItemId: row.workItemId, body: row.responseBody };
}

/** Undefined when there is none that work can be done for. */
async function hold(
  trx: Database,
  brandId: string,
  id: string,
): Promise<KnownCustomer | undefined> {
  const [customer] = await holdCustomers(trx, brandId, [id]);
  return customer?.deletedAt === null ? customer : undefined;
}

async function wrongAddress(trx: Database, { brandId, job }: WorkItemCreation): Promise<string[]> {
  if (job.address === undefined || !('id' in job.address) || job.address.id === null) return [];
  const [address] = await findAddresses(trx, brandId, [job.address.id]);
  return address ? [] : ['addressId names no address of the brand'];
}

async function intakeOf(
  trx: Database,
  { brandId, brandCountry, lead, author }: WorkItemCreation,
  customer: KnownCustomer | null,
  now: number,
  context: ActionContext,
): Promise<LeadIntake> {
  const [location] = await locateLeads(trx, [{ brandCountry, lead }], context.places);
  return {
    brandId,
    brandCountry,
    customerId: context.newId(),
    addressId: context.newId(),
    workItemId: context.newId(),
    receivedAt: now,
    createdBy: memberOf(author),
    lead,
    location: location ?? null,
    ...(customer && { customer }),
  };
}

function placeOf(
  { address }: NewJob,
  customer: KnownCustomer,
  newAddressId: string | null,
): string | null {
  if (address === undefined) return customer.addressId;
  return 'id' in address ? address.id : newAddressId;
}

async function remember(
  trx: Database,
  { brandId, idempotency }: WorkItemCreation,
  { workItemId, body }: { workItemId: string; body: string },
  now: number,
): Promise<void> {
  if (!idempotency) return;
  const row = {
    brandId,
    route,
    idempotencyKey: idempotency.key,
    bodyHash: idempotency.bodyHash,
    responseStatus: 201,
    responseBody: body,
    workItemId,
    expiresAt: now + idempotencyMs,
  };
  await insertIdempotencyRows(trx, [row], now);
}
