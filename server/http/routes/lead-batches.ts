import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createLeadBatchRoute,
  type LeadRequest,
  type LeadResult,
} from '#actions/leads/create-leads.ts';
import type { LeadBatchEntry } from '#contract/lead-batch.ts';
import {
  batchBodyBytesMax,
  batchJsonValuesMax,
  batchLeadMessagesBytesMax,
} from '#contract/limits.ts';
import { type Caller, mayDo } from '#core/caller.ts';
import { hashOfJson } from '#core/leads/body-hash.ts';
import { keyInBatch } from '#core/leads/idempotency-key.ts';
import { readLeadBatch } from '#core/leads/read-lead-batch.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import { batchAnswerOf } from '#core/leads/idempotency-record.ts';
import { errorDetails } from '#core/reading/error-details.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import type { TimeBudget } from '#runner/time-budget.ts';
import type { AnswerQuota } from '../answer-quota.ts';
import { assigneeMessages } from '../assignee.ts';
import { ApiError, ProvokedByTest } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { idempotencyKeyOf, keyReused, PendingKeys, callInProgress } from '../idempotency-key.ts';
import { jsonBodyOf } from '../json-body.ts';
import type { RefusedLeads } from '../refused-leads.ts';
import { orRefuse, refuseTestLead, workItemForSender } from '../lead-answers.ts';
import { keepRefusedOfBatch, type RefusedLead } from '../log-requests.ts';
import { refuseParameters } from '../read-request.ts';
import { errorBody, toApiError } from '../refusals/render-error.ts';
import { docs } from './lead-batches.docs.ts';

interface BatchParts {
  intake: LeadIntakeQueue;
  refusedLeads: RefusedLeads;
  answers: AnswerQuota;
}

// As many as the intake queue batches together: other callers' leads run in between, and leads of one
// person in different chunks keep their order.
const chunkSize = 32;
const refused = { created: false, matched: null, customerId: null, workItem: null } as const;

export function leadBatchRoutes(
  app: FastifyInstance,
  { intake, refusedLeads, answers }: BatchParts,
): void {
  const pendingKeys = new PendingKeys();

  app.post(
    '/v1/api/leads/batch',
    {
      config: { scope: ['leads:write'], shows: 'personal', jsonValuesMax: batchJsonValuesMax },
      schema: docs.createLeadBatch,
      bodyLimit: batchBodyBytesMax,
    },
    async (request, reply) => {
      refuseParameters(request);
      const caller = callerOf(request);
      const { brandId } = caller;
      const key = idempotencyKeyOf(request);
      const { value } = jsonBodyOf(request);
      const { leads, dryRun, messages } = readLeadBatch(value);
      if (messages) throw new ApiError(400, messages);
      const isAnswerOmitted = key !== null && answers.isFull(brandId);
      const hashes = key === null ? [] : leads.map(hashOfJson);
      const read = leads.map((sent, index) => {
        const bodyHash = hashes[index]!;
        const keyed = key === null ? null : { key: keyInBatch(key, index), bodyHash };
        return readOne(request, sent, keyed && { ...keyed, isAnswerOmitted });
      });
      const readings = await refuseUnknownAssignees(request, read);

      if (dryRun) {
        const mayKnow = mayDo(caller, 'customers:read');
        send(reply, { entries: await plan(request, readings, mayKnow), dryRun });
        return reply;
      }
      // Before the others are created: after a 503 the whole batch is sent again.
      const keepRefused = () =>
        keepRefusedOfBatch(
          refusedLeads,
          { id: request.id, budget: request.budget, caller },
          refusedOf(leads, readings),
        );
      return pendingKeys.claim({ brandId, key }, async () => {
        if (key === null) {
          await keepRefused();
          const made = await make(intake, request.budget, readings);
          send(reply, { ...forSender(caller, readings, made), dryRun });
          return reply;
        }
        const bodyHash = hashOfJson(hashes);
        const claim = await request.run('claimLeadBatch', { brandId, key, bodyHash });
        if (claim === 'key_reused') throw keyReused();
        if (claim === 'in_flight') throw callInProgress();
        // A completed batch kept its refused leads the first time.
        if (claim === 'claimed') await keepRefused();
        const made = await make(intake, request.budget, readings);
        // With the whole time again: a batch that used it up would stay claimed, and a retry get 409.
        await request.runStep('endLeadBatch', { brandId, key });
        const length = send(reply, { ...forSender(caller, readings, made), dryRun });
        if (!made.isReplay) answers.made(brandId, length, isAnswerOmitted);
        return reply;
      });
    },
  );
}

interface Made {
  entries: LeadBatchEntry[];
  /** An earlier call created all leads. */
  isReplay?: boolean;
}

function forSender(caller: Caller, readings: readonly Reading[], made: Made): Made {
  const entries = made.entries.map((entry, at) => {
    const reading = readings[at]!;
    if (!entry.workItem || !('request' in reading)) return entry;
    const workItem = workItemForSender(caller, reading.request.lead, entry.workItem);
    return { ...entry, workItem };
  });
  return { ...made, entries };
}

/** Returns the length of the response body. */
function send(
  reply: FastifyReply,
  { entries, isReplay = false, dryRun }: Made & { dryRun: boolean },
): number {
  if (isReplay) void reply.header('idempotent-replayed', 'true');
  const body = JSON.stringify({ data: entries, dryRun });
  void reply.type('application/json; charset=utf-8').send(body);
  return body.length;
}

type Reading = { request: LeadRequest } | { messages: FieldMessage[] };
type Keyed = Pick<NonNullable<LeadRequest['idempotency']>, 'key' | 'bodyHash' | 'isAnswerOmitted'>;

function readOne(request: FastifyRequest, sent: unknown, keyed: Keyed | null): Reading {
  const { lead, messages } = readLeadSubmission(sent);
  if (messages) return { messages };
  const { brandId, brandCountry, brandLanguage, testOf } = callerOf(request);
  return {
    request: {
      brandId,
      brandCountry,
      isTest: testOf !== null,
      brandLanguage,
      author: authorOf(request),
      lead,
      rawBody: JSON.stringify(sent),
      idempotency: keyed && { ...keyed, route: createLeadBatchRoute, photoWaitMs: 0 },
    },
  };
}

async function refuseUnknownAssignees(
  request: FastifyRequest,
  readings: readonly Reading[],
): Promise<Reading[]> {
  const leads = readings.map((one) => ('request' in one ? one.request.lead : {}));
  const messages = await assigneeMessages(request, leads);
  return readings.map((one, index) =>
    messages[index]!.length > 0 ? { messages: messages[index]! } : one,
  );
}

function refusedOf(leads: readonly unknown[], readings: readonly Reading[]): RefusedLead[] {
  return readings.flatMap((reading, index) =>
    'messages' in reading ? { index, sent: leads[index], messages: reading.messages } : [],
  );
}

async function make(
  intake: LeadIntakeQueue,
  budget: TimeBudget,
  readings: readonly Reading[],
): Promise<Made> {
  const results: Result[] = [];
  for (let at = 0; at < readings.length; at += chunkSize) {
    // The rest would only wait for the same unavailable database.
    const unavailable = unavailableIn(results);
    const made = readings.slice(at, at + chunkSize).map((reading) => {
      if (!('request' in reading)) return { entry: refusal(new ApiError(400, reading.messages)) };
      return unavailable ? { entry: unavailable.entry } : makeOne(intake, budget, reading.request);
    });
    results.push(...(await Promise.all(made)));
    if (!unavailableIn(results)) budget.renew();
  }
  const outcomes = new Set(results.flatMap(({ outcome }) => outcome ?? []));
  return {
    entries: results.map(({ entry }) => entry),
    isReplay:
      outcomes.has('replayed') &&
      !outcomes.has('created') &&
      results.every(({ entry }) => entry.error === null || entry.error.statusCode === 400),
  };
}

interface Result {
  entry: LeadBatchEntry;
  /** The database was lost, or the queue full. */
  isUnavailable?: boolean;
  outcome?: 'created' | 'replayed';
}

function unavailableIn(results: readonly Result[]): Result | undefined {
  return results.find(({ isUnavailable }) => isUnavailable);
}

async function makeOne(
  intake: LeadIntakeQueue,
  budget: TimeBudget,
  request: LeadRequest,
): Promise<Result> {
  try {
    if (request.isTest) refuseTestLead(request.lead);
    const made = orRefuse(await intake.submit(budget, request));
    return { entry: entryOf(made), outcome: made.outcome };
  } catch (error) {
    const apiError = toApiError(error);
    const { statusCode, cause } = apiError;
    const isUnavailable = statusCode === 503 && !(cause instanceof ProvokedByTest);
    return { entry: refusal(apiError), isUnavailable };
  }
}

function entryOf(result: Extract<LeadResult, { outcome: 'created' | 'replayed' }>): LeadBatchEntry {
  const remembered = result.outcome === 'created' ? batchAnswerOf(result) : result.body;
  return { created: true, ...JSON.parse(remembered), error: null };
}

function refusal({ statusCode, publicMessage, code, details }: ApiError): LeadBatchEntry {
  const body = errorBody(statusCode, publicMessage, batchLeadMessagesBytesMax);
  return { ...refused, error: { ...body, code, details: errorDetails(details) || null } };
}

async function plan(
  request: FastifyRequest,
  readings: readonly Reading[],
  mayKnow: boolean,
): Promise<LeadBatchEntry[]> {
  const requests = readings.flatMap((reading) => ('request' in reading ? reading.request : []));
  const planned = (await request.run('planLeads', requests)).values();
  return readings.map((reading) => {
    if (!('request' in reading)) return refusal(new ApiError(400, reading.messages));
    const { matched, customerId } = planned.next().value!;
    // Hide even `new`: a dry run stores nothing, so a caller could probe for known customers.
    return mayKnow ? { ...refused, matched, customerId, error: null } : { ...refused, error: null };
  });
}
