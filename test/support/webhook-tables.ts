// Endpoints, events and their jobs for tests below the API, where each step is taken by hand.
import { createBrand } from '#actions/accounts/brands.ts';
import { recordEvents } from '#actions/events/events.ts';
import { claimJobs } from '#actions/jobs.ts';
import { createWebhook } from '#actions/webhooks/webhooks.ts';
import { systemAuthor } from '#core/author.ts';
import type { ClaimedJob, JobKind } from '#core/job.ts';
import type { Attempt } from '#core/webhooks/webhook-records.ts';
import type { Database } from '#db/database.ts';
import { systemContext } from '#runner/system-context.ts';

const context = systemContext();
const limits = { total: 10, perBrand: 10, perLane: 10 };

export async function newEndpoint(db: Database): Promise<{ brandId: string; endpointId: string }> {
  const brandId = (await createBrand(db, { name: 'Brand', country: 'NL' }, context)).id;
  const fields = { url: 'https://example.com/' };
  const made = await createWebhook(db, { brandId, author: systemAuthor, fields }, context);
  if (made.outcome !== 'done') throw new Error(made.outcome);
  return { brandId, endpointId: made.id };
}

export function happen(db: Database, brandId: string): Promise<void> {
  const event = {
    ...systemAuthor,
    brandId,
    type: 'lead.created' as const,
    subjectId: context.newId(),
    changes: null,
    reason: null,
    createdAt: context.now(),
  };
  return db.transaction(async (trx) => void (await recordEvents(trx, [event], context)));
}

/** The due jobs of that kind. */
export async function claimOf(db: Database, kind: JobKind): Promise<ClaimedJob[]> {
  const wanted = { kinds: [kind], inFlight: [], limits, leaseMs: 30_000 };
  return (await claimJobs(db, wanted, context)).jobs;
}

export function attemptThat(ends: 'succeeds' | 'fails'): Attempt {
  return {
    url: 'https://example.com/',
    signature: 'v1,x',
    attemptedAt: context.now(),
    durationMs: 1,
    responseStatus: ends === 'succeeds' ? 200 : 500,
    responseStart: null,
    error: ends === 'succeeds' ? null : 'http_status',
  };
}
