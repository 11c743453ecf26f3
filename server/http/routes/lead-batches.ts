import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  batchAnswerOf,
  createLeadBatchRoute,
  type LeadRequest,
  type LeadResult,
} from '#actions/create-leads.ts';
import type { LeadBatchEntry } from '#contract/lead-batch.ts';
import { batchBodyBytesMax } from '#contract/limits.ts';
import { readLeadBatch } from '#core/read-lead-batch.ts';
import { readLeadSubmission } from '#core/read-lead-submission.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { ApiError } from '../api-error.ts';
import { authorOf, callerOf } from '../authenticate.ts';
import { createLeadBatchDocs } from '../docs/lead-batches.ts';
import { idempotencyKeyOf, keyReused, KeysUnderWay } from '../idempotency-key.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orRefuse } from '../lead-answers.ts';
import { errorBody, toApiError } from '../render-error.ts';

interface BatchParts {
  intake: LeadIntakeQueue;
  runner: ActionRunner;
}

// As many at once as the intake takes together: other leads get their turn in between, and leads of one
// person in different pieces keep their order.
const leadsAtOnce = 32;
const refused = { created: false, matched: null, customerId: null, workItem: null } as const;

export function leadBatchRoutes(app: FastifyInstance, { intake, runner }: BatchParts): void {
  const underWay = new KeysUnderWay();

  app.post(
    '/v1/api/leads/batch',
    {
      config: { scope: ['leads:write'] },
      schema: createLeadBatchDocs,
      bodyLimit: batchBodyBytesMax,
    },
    async (request, reply) => {
      const { brandId } = callerOf(request);
      const key = idempotencyKeyOf(request);
      const { leads, dryRun, messages } = readLeadBatch(jsonBodyOf(request).value);
      if (messages) throw new ApiError(400, messages);
      const readings = leads.map((sent, index) => readOne(request, { sent, index, key }));

      const data = dryRun
        ? await plan(runner, readings)
        : await underWay.claim({ brandId, key }, () => make(intake, readings));
      return reply.type('application/json; charset=utf-8').send(JSON.stringify({ data, dryRun }));
    },
  );
}

type Reading = { request: LeadRequest } | { messages: string[] };

function readOne(
  request: FastifyRequest,
  { sent, index, key }: { sent: unknown; index: number; key: string | null },
): Reading {
  const { lead, messages } = readLeadSubmission(sent);
  if (messages) return { messages };
  const { brandId, brandCountry } = callerOf(request);
  const rawBody = JSON.stringify(sent);
  const bodyHash = hash('sha256', rawBody, 'hex');
  return {
    request: {
      brandId,
      brandCountry,
      author: authorOf(request),
      lead,
      rawBody,
      idempotency:
        key === null
          ? null
          : { route: createLeadBatchRoute, key: `${key} ${index}`, bodyHash, photoWaitMs: 0 },
    },
  };
}

async function make(
  intake: LeadIntakeQueue,
  readings: readonly Reading[],
): Promise<LeadBatchEntry[]> {
  const entries: LeadBatchEntry[] = [];
  for (let at = 0; at < readings.length; at += leadsAtOnce) {
    const piece = readings.slice(at, at + leadsAtOnce);
    const made = piece.map((reading) =>
      'request' in reading ? makeOne(intake, reading.request) : refusal(400, reading.messages),
    );
    entries.push(...(await Promise.all(made)));
  }
  return entries;
}

async function makeOne(intake: LeadIntakeQueue, request: LeadRequest): Promise<LeadBatchEntry> {
  try {
    return entryOf(orRefuse(await intake.submit(request)));
  } catch (error) {
    const { statusCode, publicMessage } = toApiError(error);
    // The key stands for the whole batch.
    if (statusCode === 422) throw keyReused();
    return refusal(statusCode, publicMessage);
  }
}

function entryOf(result: Extract<LeadResult, { outcome: 'created' | 'replayed' }>): LeadBatchEntry {
  const remembered = result.outcome === 'created' ? batchAnswerOf(result) : result.body;
  return { created: true, ...JSON.parse(remembered), error: null };
}

function refusal(statusCode: number, message: string | string[]): LeadBatchEntry {
  return { ...refused, error: errorBody(statusCode, message) };
}

async function plan(runner: ActionRunner, readings: readonly Reading[]): Promise<LeadBatchEntry[]> {
  const requests = readings.flatMap((reading) => ('request' in reading ? reading.request : []));
  const planned = (await runner.run('planLeads', requests)).values();
  return readings.map((reading) =>
    'request' in reading
      ? { ...refused, ...planned.next().value!, error: null }
      : refusal(400, reading.messages),
  );
}
