// Forgets a person for good. What tells of the work stays, without them. Everything is done in the request up
// to a bound; for a customer with more, the rest is done by a job, a piece at a time, so that no lead has to
// wait for it.
import type { Author } from '#core/author.ts';
import { erasedCustomer } from '#core/erase.ts';
import {
  type Erasure,
  erasureJob,
  firstStep,
  forgettingJob,
  nextStep,
  readErasureJob,
} from '#core/erasure-job.ts';
import type { JobClaim } from '#core/job.ts';
import { personOf } from '#core/person.ts';
import type { CustomerRecord } from '#core/records.ts';
import { deleteMerges, findMergesOf } from '#db/customer-merges.ts';
import { holdCustomers, updateCustomer } from '#db/customers.ts';
import type { Database } from '#db/database.ts';
import {
  dropJob,
  enqueueJobs,
  hasWaitingJob,
  holdJob,
  restJob,
  updateJobPayload,
} from '#db/jobs.ts';
import { findFamilyIds } from '#db/merged-customers.ts';
import type { ActionContext } from './context.ts';
import { eraseAddresses } from './erase-addresses.ts';
import { eraseRequests } from './erase-requests.ts';
import { forgetEvents, remakeDeliveries, remakeDeliveriesSince } from './erase-told.ts';
import { eraseWorkItems } from './erase-work-items.ts';
import { recordEvents } from './events.ts';
import { isThere, type MissingCustomer, missingCustomer } from './get-customer.ts';
import { whileCustomersAreHeld } from './hold-customers.ts';

interface ErasureRequest {
  brandId: string;
  id: string;
  author: Author;
  /** The customer must have one of these versions; null for any. */
  versions: number[] | null;
}

type ErasureOutcome = { outcome: 'erased' | 'under_way' | 'outdated' } | MissingCustomer;

// A request is written down a little after its answer, and an event that was being sent to a webhook when it
// is over: what comes so late is looked for once more.
const stragglersAfterMs = 60_000;
const stragglersSinceMs = 5 * 60_000;

export function eraseCustomer(
  db: Database,
  { brandId, id, author, versions }: ErasureRequest,
  context: ActionContext,
): Promise<ErasureOutcome> {
  const ids = [id];
  return whileCustomersAreHeld(db, { brandId, ids }, async (trx, held): Promise<ErasureOutcome> => {
    const customer = held.get(id);
    if (!isThere(customer)) return missingCustomer(trx, { brandId, id });
    if (versions && !versions.includes(customer.version)) return { outcome: 'outdated' };
    const family = await findFamilyIds(trx, brandId, id);
    const customers = await holdCustomers(trx, brandId, family);
    const now = context.now();
    const erasure: Erasure = {
      ...firstStep,
      customerIds: [id, ...family.filter((other) => other !== id)],
      person: personOf(customers),
      partners: await forgetMerges(trx, brandId, family),
      author,
      erasedAt: now,
    };
    await eraseRecords(trx, brandId, customers, erasure, context);
    const left = (await goOn(trx, brandId, erasure, context))!;
    const dueAt = dueTimeOf(left, now);
    await enqueueJobs(trx, [erasureJob(left, { brandId, id: context.newId(), now, dueAt })]);
    return { outcome: left.step === 'stragglers' ? 'erased' : 'under_way' };
  });
}

/** Goes on with what was left; tells whether there is more to do at once. */
export function continueErasure(
  db: Database,
  { job, payload }: { job: JobClaim; payload: string },
  context: ActionContext,
): Promise<string | null> {
  const { brandId } = job;
  return db.transaction(async (trx) => {
    if (!(await holdJob(trx, job))) return null;
    const erasure = readErasureJob(payload);
    const left = await goOn(trx, brandId, erasure, context);
    const now = context.now();
    if (!left) {
      await dropJob(trx, job);
      const isPlanned = await hasWaitingJob(trx, { brandId, kind: 'forgetDeleted' });
      const made = { brandId, id: context.newId(), now, dueAt: now };
      if (!isPlanned) await enqueueJobs(trx, [forgettingJob(made)]);
      return null;
    }
    const next = JSON.stringify(left);
    await updateJobPayload(trx, job, next);
    if (left.step !== 'stragglers') return next;
    await restJob(trx, job, dueTimeOf(left, now));
    return null;
  });
}

function dueTimeOf({ step }: Erasure, now: number): number {
  return step === 'stragglers' ? now + stragglersAfterMs : now;
}

/** The merges of these customers cannot be undone any more. Returns whom else they had to do with. */
async function forgetMerges(
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

async function eraseRecords(
  trx: Database,
  brandId: string,
  customers: readonly CustomerRecord[],
  { customerIds, partners, author, erasedAt: now }: Erasure,
  context: ActionContext,
): Promise<void> {
  for (const customer of customers) {
    await updateCustomer(trx, erasedCustomer(customer, { author, now }));
  }
  const addressIds = customers.flatMap(({ addressId }) => addressId ?? []);
  const erased = await eraseAddresses(trx, { brandId, addressIds, customerIds }, context);
  const subjectIds = [...customerIds, ...erased];
  await forgetEvents(trx, { brandId, subjectIds });
  // A merge that was undone has told of the person under the name of the other.
  const partnerIds = partners.map(({ id }) => id);
  const types = ['customer.merged', 'customer.unmerged'] as const;
  await forgetEvents(trx, { brandId, subjectIds: partnerIds, types });
  await remakeDeliveries(trx, brandId, [...subjectIds, ...partnerIds]);
}

/** As far as it goes at once: to a step of which one piece is not all. Null when nothing is left. */
async function goOn(
  trx: Database,
  brandId: string,
  erasure: Erasure,
  context: ActionContext,
): Promise<Erasure | null> {
  const after = await takePiece(trx, brandId, erasure, context);
  if (after !== null) return { ...erasure, after };
  const next = nextStep(erasure);
  if (next?.step !== 'stragglers') return next && goOn(trx, brandId, next, context);
  await tell(trx, brandId, erasure, context);
  return next;
}

/** The record to go on behind; null when that was the last one. */
function takePiece(
  trx: Database,
  brandId: string,
  erasure: Erasure,
  context: ActionContext,
): Promise<string | null> {
  if (erasure.step === 'workItems') return eraseWorkItems(trx, brandId, erasure, context);
  if (erasure.step === 'requests') return eraseRequests(trx, brandId, erasure);
  return eraseStragglers(trx, brandId, erasure);
}

async function eraseStragglers(
  trx: Database,
  brandId: string,
  erasure: Erasure,
): Promise<string | null> {
  const { customerIds, partners, erasedAt } = erasure;
  const since = erasedAt - stragglersSinceMs;
  // All of them go to their end only once.
  if (erasure.after === firstStep.after) {
    await remakeDeliveriesSince(trx, { brandId, customerIds, since });
    for (const partner of partners) {
      const about = { brandId, customerIds: [partner.id], since: partner.since };
      await remakeDeliveriesSince(trx, about);
    }
  }
  return eraseRequests(trx, brandId, erasure, since);
}

function tell(
  trx: Database,
  brandId: string,
  { customerIds, author, erasedAt }: Erasure,
  context: ActionContext,
): Promise<void> {
  const [subjectId] = customerIds as [string];
  const event = { brandId, ...author, subjectId, changes: null, reason: null };
  return recordEvents(trx, [{ ...event, type: 'customer.erased', createdAt: erasedAt }], context);
}
