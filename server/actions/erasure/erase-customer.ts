// Erases a person for good; work items stay, redacted. The request handles a bounded number of records.
// A job handles the rest and scans refused requests, chunk by chunk, so that no lead waits for it.
import type { Author } from '#core/author.ts';
import { erasedCustomer } from '#core/erasure/erase.ts';
import {
  type Erasure,
  erasureJob,
  firstStep,
  purgeJob,
  nextStep,
  readErasureJob,
  stragglersAfterMs,
} from '#core/erasure/erasure-job.ts';
import type { JobClaim } from '#core/job.ts';
import { addressesOverTime, type RecordedChange } from '#core/customers/former-traits.ts';
import type { CustomerRecord } from '#core/records.ts';
import { deleteMerges, findMergesOf } from '#db/customers/customer-merges.ts';
import { updateCustomer } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findEventChanges } from '#db/events/events.ts';
import { lockRunningImports } from '#db/imports/imports.ts';
import {
  dropJob,
  enqueueJobs,
  hasWaitingJob,
  lockJob,
  deferJob,
  updateJobPayload,
} from '#db/jobs/jobs.ts';
import { redactLoggedRequests } from '#db/requests/logged-requests.ts';
import { findFamilyIds } from '#db/customers/merged-customers.ts';
import { findFormerWorkItems } from '#db/work-items/former-work-items.ts';
import type { ActionContext } from '../context.ts';
import { eraseAddresses } from './erase-addresses.ts';
import { eraseIntakes } from './erase-intakes.ts';
import { eraseMentions, type Found, isOfIntakes, isOfWorkItems } from './erase-mentions.ts';
import { findNow } from './erase-requests.ts';
import { rebuildDeliveries, rebuildLateDeliveries, redactEvents } from './redact-events.ts';
import { eraseWaitingRows } from './erase-waiting-rows.ts';
import { eraseWorkItems } from './erase-work-items.ts';
import { recordEvents } from '../events/events.ts';
import { isThere, type MissingCustomer, missingCustomer } from '../customers/get-customer.ts';
import { withLockedCustomers } from '../customers/lock-customers.ts';
import { recogniseCustomers } from '../customers/recognise-person.ts';

interface ErasureRequest {
  brandId: string;
  id: string;
  author: Author;
  /** The customer must have one of these versions; null for any. */
  versions: number[] | null;
}

type ErasureOutcome = { outcome: 'erased' | 'in_flight' | 'outdated' } | MissingCustomer;

export function eraseCustomer(
  db: Database,
  { brandId, id, author, versions }: ErasureRequest,
  context: ActionContext,
): Promise<ErasureOutcome> {
  // Same lock order as an import step: the import first, then its people.
  let importIds: string[] = [];
  const lockFirst = async (trx: Database) => {
    importIds = (await lockRunningImports(trx, brandId)).map((one) => one.id);
  };
  const family = { brandId, ids: [id], withFamily: true, lockFirst };
  return withLockedCustomers(db, family, async (trx, locked): Promise<ErasureOutcome> => {
    const customer = locked.get(id);
    if (!isThere(customer)) return missingCustomer(trx, { brandId, id });
    if (versions && !versions.includes(customer.version)) return { outcome: 'outdated' };
    const now = context.now();
    const begun = await begin(trx, { brandId, id, author, now }, locked);
    const addressIds = await eraseRecords(trx, brandId, begun, context);
    let left: Erasure = { ...begun.erasure, addressIds };
    const time = timeOfChunk(context);
    for (let found: Found | null | 'later' = null; found !== 'later';) {
      left = (await eraseChunk(trx, brandId, left, { found, time }, context))!;
      found = await findNow(trx, brandId, left);
    }
    await eraseWaitingRows(trx, { brandId, importIds }, left.person);
    const dueAt = dueTimeOf(left, now);
    await enqueueJobs(trx, [erasureJob(left, { brandId, id: context.newId(), now, dueAt })]);
    return { outcome: left.step === 'stragglers' ? 'erased' : 'in_flight' };
  });
}

/**
 * Continues an erasure with the mentions that were found. Returns the next payload, or null when
 * nothing is left to do now.
 */
export function continueErasure(
  db: Database,
  { job, payload, found }: { job: JobClaim; payload: string; found: Found | null },
  context: ActionContext,
): Promise<string | null> {
  const { brandId } = job;
  return db.transaction(async (trx) => {
    if (!(await lockJob(trx, job))) return null;
    const erasure = readErasureJob(payload);
    const chunk = { found, time: timeOfChunk(context) };
    const left = await eraseChunk(trx, brandId, erasure, chunk, context);
    const now = context.now();
    if (!left) {
      await dropJob(trx, job);
      const isPlanned = await hasWaitingJob(trx, { brandId, kind: 'purgeDeleted' });
      const made = { brandId, id: context.newId(), now, dueAt: now };
      if (!isPlanned) await enqueueJobs(trx, [purgeJob(made)]);
      return null;
    }
    const next = JSON.stringify(left);
    await updateJobPayload(trx, job, next);
    if (left.step !== 'stragglers' || erasure.step === 'stragglers') return next;
    await deferJob(trx, job, { now, dueAt: dueTimeOf(left, now) });
    return null;
  });
}

function dueTimeOf({ step }: Erasure, now: number): number {
  return step === 'stragglers' ? now + stragglersAfterMs : now;
}

interface Begun {
  erasure: Erasure;
  customers: CustomerRecord[];
  /** The changes in the customers' events. */
  told: RecordedChange[];
}

async function begin(
  trx: Database,
  { brandId, id, author, now }: Omit<ErasureRequest, 'versions'> & { now: number },
  locked: ReadonlyMap<string, CustomerRecord>,
): Promise<Begun> {
  const family = await findFamilyIds(trx, brandId, id);
  const customerIds = [id, ...family.filter((other) => other !== id)];
  const customers = customerIds.map((one) => locked.get(one)!);
  const told = await findEventChanges(trx, { brandId, subjectIds: customerIds });
  const asked = { brandId, customerIds, before: now };
  const erasure: Erasure = {
    ...firstStep,
    customerIds,
    person: await recogniseCustomers(trx, asked, customers, told),
    addressIds: [],
    partners: await deleteMergesOf(trx, brandId, customerIds),
    author,
    erasedAt: now,
  };
  return { erasure, customers, told };
}

/** Deletes the merges of these customers. Returns the other customers in them. */
async function deleteMergesOf(
  trx: Database,
  brandId: string,
  customerIds: readonly string[],
): Promise<Erasure['partners']> {
  const merges = await findMergesOf(trx, brandId, customerIds);
  await deleteMerges(
    trx,
    brandId,
    merges.map(({ id }) => id),
  );
  return merges.flatMap(({ keptId, mergedId, createdAt: since }) =>
    [keptId, mergedId].filter((id) => !customerIds.includes(id)).map((id) => ({ id, since })),
  );
}

/** Returns the ids of the addresses that were emptied. */
async function eraseRecords(
  trx: Database,
  brandId: string,
  { erasure, customers, told }: Begun,
  context: ActionContext,
): Promise<string[]> {
  const { customerIds, partners, author, erasedAt: now } = erasure;
  for (const customer of customers) {
    await updateCustomer(trx, erasedCustomer(customer, { author, now }));
  }
  const places = customers.flatMap(({ addressId }) => addressId ?? []);
  const addressIds = [...places, ...addressesOverTime(told)];
  const emptied = await eraseAddresses(trx, { brandId, addressIds, customerIds }, context);
  const subjectIds = [...customerIds, ...emptied];
  await redactEvents(trx, { brandId, subjectIds });
  // The events of an undone merge describe the person under the other customer's id.
  const partnerIds = partners.map(({ id }) => id);
  const types = ['customer.merged', 'customer.unmerged'] as const;
  await redactEvents(trx, { brandId, subjectIds: partnerIds, types });
  const formerItems = await findFormerWorkItems(trx, { brandId, customerIds });
  await rebuildDeliveries(trx, brandId, [...subjectIds, ...partnerIds, ...formerItems]);
  return emptied;
}

interface Chunk {
  found: Found | null;
  time(): number;
}

/**
 * All events of one transaction have the same time, read at first use, when the records are locked. An
 * earlier time could precede the last change of a record.
 */
function timeOfChunk(context: ActionContext): () => number {
  let time: number | undefined;
  return () => (time ??= context.now());
}

/** Erases one chunk. Returns null when nothing is left. */
async function eraseChunk(
  trx: Database,
  brandId: string,
  erasure: Erasure,
  { found, time }: Chunk,
  context: ActionContext,
): Promise<Erasure | null> {
  const { after, ...learned } = await eraseFound(trx, brandId, erasure, { found, time }, context);
  const known = { ...erasure, ...learned };
  if (after !== null) return { ...known, after };
  const next = nextStep(known);
  if (next?.step === 'stragglers')
    await recordErasure(trx, brandId, { ...known, createdAt: time() }, context);
  return next;
}

async function eraseFound(
  trx: Database,
  brandId: string,
  erasure: Erasure,
  { found, time }: Chunk,
  context: ActionContext,
): Promise<Partial<Omit<Erasure, 'after'>> & { after: string | null }> {
  if (erasure.step === 'workItems') {
    return eraseWorkItems(trx, brandId, erasure, { time, context });
  }
  if (isOfWorkItems(erasure)) {
    const { ids, after } = found!;
    await eraseMentions(trx, brandId, erasure, { ids, time, context });
    return { after };
  }
  if (isOfIntakes(erasure)) return eraseIntakes(trx, brandId, found!);
  return redactRequests(trx, brandId, erasure, found!);
}

async function redactRequests(
  trx: Database,
  brandId: string,
  erasure: Erasure,
  { ids, after }: Found,
): Promise<{ after: string | null }> {
  // Late deliveries are rebuilt once, with the first chunk of stragglers.
  const isFirstChunk = erasure.after === firstStep.after;
  if (erasure.step === 'stragglers' && isFirstChunk)
    await rebuildLateDeliveries(trx, brandId, erasure);
  await redactLoggedRequests(trx, brandId, ids);
  return { after };
}

function recordErasure(
  trx: Database,
  brandId: string,
  { customerIds, author, createdAt }: Erasure & { createdAt: number },
  context: ActionContext,
): Promise<void> {
  const [subjectId] = customerIds as [string];
  const event = { brandId, ...author, subjectId, changes: null, reason: null };
  return recordEvents(trx, [{ ...event, type: 'customer.erased', createdAt }], context);
}
