// The webhooks of a brand: created, changed and deleted.
import type { EventType } from '#contract/event-lists.ts';
import { webhooksPerBrandMax, webhookSecretOverlapHours } from '#contract/limits.ts';
import type { WebhookState } from '#contract/webhook-lists.ts';
import { type Author, keyOf, memberOf } from '#core/author.ts';
import { presentWebhook } from '#core/webhooks/present-webhook.ts';
import { deliveryJob, lanesOf, never } from '#core/webhooks/webhook-jobs.ts';
import type { EndpointRecord } from '#core/webhooks/webhook-records.ts';
import { secretBytes, webhookSecretOf } from '#core/webhooks/webhook-signature.ts';
import type { Database } from '#db/database.ts';
import { lockNumbering, lastPosition } from '#db/events/events.ts';
import { hurryJob, wakeJobsOf } from '#db/jobs/job-plans.ts';
import { deleteJobsOf, enqueueJobs } from '#db/jobs/jobs.ts';
import {
  deleteEndpoint,
  findEndpoint,
  lockEndpoint,
  insertEndpoint,
  listEndpoints,
  updateEndpoint,
} from '#db/webhooks/webhook-endpoints.ts';
import { isStillAllowed } from '../still-allowed.ts';
import type { ActionContext } from '../context.ts';
import { numberWaitingEvents } from '../events/events.ts';

interface WebhookKey {
  brandId: string;
  id: string;
}

/** The fields of the request; omitted fields are absent. */
export interface WebhookFields {
  url?: string;
  description?: string | null;
  eventTypes?: EventType[] | null;
  state?: Exclude<WebhookState, 'disabled'>;
}

export type NewWebhookFields = WebhookFields & { url: string; personalData?: boolean };

interface ShownWebhook {
  version: number;
  body: string;
}

export type WebhookOutcome =
  | ({ outcome: 'done' } & ShownWebhook)
  | { outcome: 'missing' }
  | { outcome: 'outdated' }
  | NotAllowed;

/** The member was removed or the key revoked during the request. */
interface NotAllowed {
  outcome: 'not_allowed';
}

const notAllowed: NotAllowed = { outcome: 'not_allowed' };
const overlapMs = webhookSecretOverlapHours * 60 * 60 * 1000;

export function createWebhook(
  db: Database,
  input: { brandId: string; author: Author; fields: NewWebhookFields },
  context: ActionContext,
): Promise<
  ({ outcome: 'done'; id: string } & ShownWebhook) | { outcome: 'too_many' } | NotAllowed
> {
  const { brandId, author, fields } = input;
  return db.transaction(async (trx) => {
    if (!(await isStillAllowed(trx, { brandId, author, role: 'owner' }, context)))
      return notAllowed;
    // The lock keeps two concurrent creates within the limit. Events from before are not delivered.
    await lockNumbering(trx, brandId);
    await numberWaitingEvents(trx, { brandId }, context);
    if ((await listEndpoints(trx, brandId)).length >= webhooksPerBrandMax) {
      return { outcome: 'too_many' };
    }
    const now = context.now();
    const endpoint: EndpointRecord = {
      brandId,
      id: context.newId(),
      version: 1,
      url: fields.url,
      description: fields.description ?? null,
      eventTypes: fields.eventTypes ? JSON.stringify(fields.eventTypes) : null,
      isImpersonal: Number(fields.personalData === false),
      secret: webhookSecretOf(context.newSecret(secretBytes)),
      previousSecret: null,
      previousSecretUntil: null,
      state: fields.state ?? 'active',
      disabledReason: null,
      afterPosition: await lastPosition(trx, brandId),
      failingSince: null,
      lastFailedAt: null,
      createdAt: now,
      updatedAt: now,
      createdBy: memberOf(author),
      updatedBy: memberOf(author),
      createdKeyId: keyOf(author),
      updatedKeyId: keyOf(author),
      ...urlSetBy(author),
      ...secretSetBy(author),
    };
    await insertEndpoint(trx, endpoint);
    await enqueueJobs(trx, [deliveryJob(endpoint, { now, dueAt: never })]);
    const { id, version } = endpoint;
    return { outcome: 'done', id, version, body: bodyWithSecret(endpoint) };
  });
}

/** A key without personal data sees only webhooks without personal data. */
export async function listWebhooks(
  db: Database,
  { brandId, isImpersonal }: { brandId: string; isImpersonal: boolean },
): Promise<string> {
  const endpoints = await listEndpoints(db, brandId);
  const listed = isImpersonal ? endpoints.filter((one) => one.isImpersonal) : endpoints;
  return JSON.stringify({ data: listed.map(presentWebhook), limit: webhooksPerBrandMax });
}

export async function getWebhook(
  db: Database,
  key: WebhookKey,
): Promise<(ShownWebhook & { isImpersonal: boolean }) | null> {
  const endpoint = await findEndpoint(db, key);
  return endpoint ? { ...shown(endpoint), isImpersonal: Boolean(endpoint.isImpersonal) } : null;
}

interface Change extends WebhookKey {
  author: Author;
  /** The webhook must have one of these versions; null for any. */
  versions: number[] | null;
}

/** A reactivated webhook continues where it stopped. A change without effect keeps the version. */
export function updateWebhook(
  db: Database,
  { fields, ...change }: Change & { fields: WebhookFields },
  context: ActionContext,
): Promise<WebhookOutcome> {
  const { eventTypes, ...plain } = fields;
  return changeWebhook(db, change, context, async (trx, endpoint, now) => {
    if (fields.state === 'active' && endpoint.state !== 'active') {
      const lanes = Object.values(lanesOf(endpoint.id));
      await wakeJobsOf(trx, { brandId: endpoint.brandId, lanes }, { now, restingUntil: never });
    }
    const isNewUrl = fields.url !== undefined && fields.url !== endpoint.url;
    return {
      ...plain,
      ...(eventTypes !== undefined && { eventTypes: eventTypes && JSON.stringify(eventTypes) }),
      ...(fields.state !== undefined && { disabledReason: null }),
      ...((fields.state === 'active' || isNewUrl) && { failingSince: null }),
      ...(isNewUrl && urlSetBy(change.author)),
    };
  });
}

/** Messages are signed with the previous secret too during an overlap, so that receivers can switch. */
export function rotateWebhookSecret(
  db: Database,
  change: Change,
  context: ActionContext,
): Promise<WebhookOutcome> {
  return changeWebhook(
    db,
    change,
    context,
    async (_trx, endpoint, now) => ({
      secret: webhookSecretOf(context.newSecret(secretBytes)),
      previousSecret: endpoint.secret,
      previousSecretUntil: now + overlapMs,
      ...secretSetBy(change.author),
    }),
    bodyWithSecret,
  );
}

async function changeWebhook(
  db: Database,
  { brandId, id, author, versions }: Change,
  context: ActionContext,
  plan: (trx: Database, endpoint: EndpointRecord, now: number) => Promise<Partial<EndpointRecord>>,
  bodyOf = bodyWithoutSecret,
): Promise<WebhookOutcome> {
  return db.transaction(async (trx) => {
    if (!(await isStillAllowed(trx, { brandId, author, role: 'owner' }, context)))
      return notAllowed;
    const endpoint = await lockEndpoint(trx, { brandId, id });
    if (!endpoint) return { outcome: 'missing' };
    if (versions && !versions.includes(endpoint.version)) return { outcome: 'outdated' };
    const now = context.now();
    const planned = await plan(trx, endpoint, now);
    const { version } = endpoint;
    if (isUnchanged(endpoint, planned)) {
      return { outcome: 'done', version, body: bodyOf(endpoint) };
    }
    const touched = {
      version: version + 1,
      updatedAt: now,
      updatedBy: memberOf(author),
      updatedKeyId: keyOf(author),
    };
    const changes = { ...recordEarlierSetters(endpoint), ...planned, ...touched };
    await updateEndpoint(trx, { brandId, id }, changes);
    return { outcome: 'done', version: changes.version, body: bodyOf({ ...endpoint, ...changes }) };
  });
}

function urlSetBy(author: Author): Pick<EndpointRecord, 'urlBy' | 'urlKeyId'> {
  return { urlBy: memberOf(author), urlKeyId: keyOf(author) };
}

function secretSetBy(author: Author): Pick<EndpointRecord, 'secretBy' | 'secretKeyId'> {
  return { secretBy: memberOf(author), secretKeyId: keyOf(author) };
}

/** Rows from before this was recorded: the last editor may have set the URL and seen the secret. */
function recordEarlierSetters(endpoint: EndpointRecord): Partial<EndpointRecord> {
  const { updatedBy, updatedKeyId } = endpoint;
  const hasUrlSetter = endpoint.urlBy !== null || endpoint.urlKeyId !== null;
  const hasSecretSetter = endpoint.secretBy !== null || endpoint.secretKeyId !== null;
  return {
    ...(!hasUrlSetter && { urlBy: updatedBy, urlKeyId: updatedKeyId }),
    ...(!hasSecretSetter && { secretBy: updatedBy, secretKeyId: updatedKeyId }),
  };
}

function isUnchanged(endpoint: EndpointRecord, planned: Partial<EndpointRecord>): boolean {
  const fields = Object.keys(planned) as (keyof EndpointRecord)[];
  return fields.every((field) => planned[field] === endpoint[field]);
}

/** The delivery job stays: it purges the log, which can be long, and then drops itself. */
export function deleteWebhook(
  db: Database,
  { brandId, id, versions }: Change,
  context: ActionContext,
): Promise<WebhookOutcome> {
  return db.transaction(async (trx) => {
    const endpoint = await lockEndpoint(trx, { brandId, id });
    if (!endpoint) return { outcome: 'missing' };
    if (versions && !versions.includes(endpoint.version)) return { outcome: 'outdated' };
    await deleteEndpoint(trx, { brandId, id });
    const { retries, replays } = lanesOf(id);
    await deleteJobsOf(trx, { brandId, lanes: [retries, replays] });
    await hurryJob(trx, { brandId, id, now: context.now() });
    return { outcome: 'done', ...shown(endpoint) };
  });
}

function shown(endpoint: EndpointRecord): ShownWebhook {
  return { version: endpoint.version, body: bodyWithoutSecret(endpoint) };
}

function bodyWithoutSecret(endpoint: EndpointRecord): string {
  return JSON.stringify(presentWebhook(endpoint));
}

function bodyWithSecret(endpoint: EndpointRecord): string {
  return JSON.stringify({ ...presentWebhook(endpoint), secret: endpoint.secret });
}
