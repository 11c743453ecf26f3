// Makes leads, a whole batch in one transaction. A lead that cannot be stored never takes others
// down with it: a batch that fails is done again lead by lead.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { idempotencyHours } from '#contract/limits.ts';
import { emailKeyOf, phoneKeyOf } from '#core/customer-matching.ts';
import {
  type IntakePlan,
  type KnownCustomer,
  type LeadIntake,
  type PlannedLead,
  planLeadIntake,
} from '#core/plan-lead-intake.ts';
import { photoJob } from '#core/photo-job.ts';
import { presentWorkItem } from '#core/present.ts';
import type { PhotoRecord } from '#core/records.ts';
import { wordsOfAddress, wordsOfWorkItem } from '#core/search-words.ts';
import { insertAddresses } from '#db/addresses.ts';
import { fillInCustomer, findCustomersByKeys, insertCustomers } from '#db/customers.ts';
import { noteCreationTime } from '#db/creation-order.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findIdempotencyRow, insertIdempotencyRow } from '#db/idempotency.ts';
import { insertLeadSubmissions } from '#db/lead-submissions.ts';
import { enqueueJobs } from '#db/jobs.ts';
import { insertPhotos } from '#db/photos.ts';
import { insertWorkItems } from '#db/work-items.ts';
import type { ActionContext } from './context.ts';
import { locateLeads } from './locate-leads.ts';
import { refreshSearch } from './refresh-search.ts';

export interface LeadRequest {
  brandId: string;
  brandCountry: string;
  apiKeyId: string | null;
  requestId: string;
  lead: LeadSubmission;
  rawBody: string;
  idempotency: { key: string; bodyHash: string } | null;
}

export type LeadResult =
  | { outcome: 'created'; workItemId: string; body: string; photosPending: number }
  | { outcome: 'replayed'; workItemId: string; body: string }
  | { outcome: 'key_reused' }
  | { outcome: 'unavailable' | 'failed'; reason: string };

const idempotencyMs = idempotencyHours * 60 * 60 * 1000;
export const createLeadRoute = 'POST /v1/api/leads';

export async function createLeads(
  db: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
): Promise<LeadResult[]> {
  try {
    return await db.transaction((trx) => createInTransaction(trx, requests, context));
  } catch (error) {
    const reason = (error as Error).message;
    if (error instanceof DatabaseUnavailable) {
      return requests.map(() => ({ outcome: 'unavailable', reason }));
    }
    if (requests.length === 1) return [{ outcome: 'failed', reason }];
    return createOneByOne(db, requests, context);
  }
}

async function createOneByOne(
  db: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
): Promise<LeadResult[]> {
  const results: LeadResult[] = [];
  for (const request of requests) {
    // Once the database is gone it is gone for the rest too: each would only wait for the same lock.
    const last = results.at(-1);
    const isGone = last?.outcome === 'unavailable';
    results.push(...(isGone ? [last] : await createLeads(db, [request], context)));
  }
  return results;
}

async function createInTransaction(
  trx: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
): Promise<LeadResult[]> {
  const now = context.now();
  const results = new Map<LeadRequest, LeadResult>();
  const fresh: LeadRequest[] = [];
  for (const request of requests) {
    const earlier = await findEarlierAnswer(trx, request, now);
    if (earlier) results.set(request, earlier);
    else fresh.push(request);
  }

  const intakes = await intakesOf(trx, fresh, now, context);
  const plan = planLeadIntake(await findKnownCustomers(trx, intakes), intakes);
  await noteCreationTime(trx, now);
  await write(trx, plan);
  await enqueuePhotos(trx, plan, now, context);
  await writeSubmissions(trx, fresh, plan.leads, now);

  for (const [index, request] of fresh.entries()) {
    const { workItem, photos } = plan.leads[index]!;
    const body = JSON.stringify(presentWorkItem(workItem, photos));
    const photosPending = photos.filter(isPending).length;
    results.set(request, { outcome: 'created', workItemId: workItem.id, body, photosPending });
    await rememberAnswer(trx, request, workItem.id, body, now);
  }
  trx.upkeep.tidyIndexes();
  return requests.map((request) => results.get(request)!);
}

async function findEarlierAnswer(
  trx: Database,
  { brandId, idempotency }: LeadRequest,
  now: number,
): Promise<LeadResult | undefined> {
  if (!idempotency) return undefined;
  const claim = { brandId, route: createLeadRoute, idempotencyKey: idempotency.key };
  const row = await findIdempotencyRow(trx, claim, now);
  if (!row) return undefined;
  if (row.bodyHash !== idempotency.bodyHash) return { outcome: 'key_reused' };
  return { outcome: 'replayed', workItemId: row.workItemId, body: row.responseBody };
}

async function intakesOf(
  trx: Database,
  requests: readonly LeadRequest[],
  now: number,
  context: ActionContext,
): Promise<LeadIntake[]> {
  const locations = await locateLeads(trx, requests, context.places);
  return requests.map(({ brandId, brandCountry, lead }, index) => ({
    brandId,
    brandCountry,
    customerId: context.newId(),
    addressId: context.newId(),
    workItemId: context.newId(),
    receivedAt: now,
    lead,
    location: locations[index] ?? null,
  }));
}

async function findKnownCustomers(
  trx: Database,
  intakes: readonly LeadIntake[],
): Promise<KnownCustomer[]> {
  const known: KnownCustomer[] = [];
  for (const [brandId, group] of Map.groupBy(intakes, (intake) => intake.brandId)) {
    const emailKeys = group.map(({ lead }) => emailKeyOf(lead.email)).filter((key) => key !== null);
    const phoneKeys = group.map(({ lead }) => phoneKeyOf(lead.phone)).filter((key) => key !== null);
    known.push(...(await findCustomersByKeys(trx, { brandId, emailKeys, phoneKeys })));
  }
  return known;
}

// Addresses first, work items last: each row refers only to rows that are there.
async function write(trx: Database, plan: IntakePlan): Promise<void> {
  await insertAddresses(trx, plan.addresses);
  await insertCustomers(trx, plan.customers);
  for (const fillIn of plan.fillIns) await fillInCustomer(trx, fillIn);
  await insertWorkItems(
    trx,
    plan.leads.map((lead) => lead.workItem),
  );
  await insertPhotos(
    trx,
    plan.leads.flatMap((lead) => lead.photos),
  );
  await trx.addressSearch.addNewest(
    plan.addresses.map((address) => ({ ...address, words: wordsOfAddress(address) })),
  );
  await trx.workItemSearch.addNewest(
    plan.leads.map(({ workItem, customer }) => ({
      brandId: workItem.brandId,
      id: workItem.id,
      words: wordsOfWorkItem(workItem, customer),
    })),
  );
  // A customer who got a phone number is found by it on all earlier work items too.
  for (const { brandId, id, phone } of plan.fillIns) {
    if (phone !== undefined) await refreshSearch(trx, { brandId, customerId: id });
  }
}

async function enqueuePhotos(
  trx: Database,
  plan: IntakePlan,
  now: number,
  context: ActionContext,
): Promise<void> {
  const pending = plan.leads.flatMap((lead) => lead.photos.filter(isPending));
  await enqueueJobs(
    trx,
    pending.map((photo) => photoJob(photo, { id: context.newId(), now })),
  );
}

function isPending(photo: PhotoRecord): boolean {
  return photo.status === 'pending';
}

function writeSubmissions(
  trx: Database,
  requests: readonly LeadRequest[],
  leads: readonly PlannedLead[],
  receivedAt: number,
): Promise<void> {
  return insertLeadSubmissions(
    trx,
    requests.map(({ brandId, rawBody, apiKeyId, requestId }, index) => ({
      brandId,
      workItemId: leads[index]!.workItem.id,
      body: rawBody,
      apiKeyId,
      requestId,
      receivedAt,
    })),
  );
}

async function rememberAnswer(
  trx: Database,
  { brandId, idempotency }: LeadRequest,
  workItemId: string,
  responseBody: string,
  now: number,
): Promise<void> {
  if (!idempotency) return;
  const row = {
    brandId,
    route: createLeadRoute,
    idempotencyKey: idempotency.key,
    bodyHash: idempotency.bodyHash,
    responseStatus: 201,
    responseBody,
    workItemId,
    expiresAt: now + idempotencyMs,
  };
  await insertIdempotencyRow(trx, row, now);
}
