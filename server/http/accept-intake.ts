// Makes a lead of something that was held or refused, with a person's corrections.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptIntakeRoute, type LeadOrigin } from '#actions/intakes/settle-intakes.ts';
import { bodyBytesMax } from '#contract/limits.ts';
import type { UploadedFile } from '#core/photos/upload-url.ts';
import { correctLead } from '#core/leads/rescue-lead.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import type { IntakeRecord } from '#core/records.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { acceptAsItCame } from './accept-as-it-came.ts';
import { refuseUnknownAssignee } from './assignee.ts';
import { authorOf, callerOf } from './gate/authenticate.ts';
import { bodyForSender, orRefuse, sendLead } from './lead-answers.ts';
import { ApiError } from './refusals/api-error.ts';

export interface AcceptParts {
  intake: LeadIntakeQueue;
  leadPhotos: LeadPhotos;
}

interface Acceptance {
  intake: IntakeRecord;
  corrections: object;
  files: readonly UploadedFile[];
  origin: LeadOrigin;
}

interface AcceptRefusals {
  isLead(id: string, workItemId: string): ApiError;
  inProgress(id: string): ApiError;
}

// Of this server, by brand and intake. The Idempotency-Key holds for all servers.
const inFlight = new Set<string>();

export async function acceptIntake(
  { intake: queue, leadPhotos }: AcceptParts,
  request: FastifyRequest,
  reply: FastifyReply,
  acceptance: Acceptance,
  { isLead, inProgress }: AcceptRefusals,
): Promise<FastifyReply> {
  const { intake, corrections, files, origin } = acceptance;
  const caller = callerOf(request);
  const { brandId, brandCountry, brandLanguage, testOf } = caller;
  const claim = `${brandId} ${intake.id}`;
  if (inFlight.has(claim)) throw inProgress(intake.id);
  inFlight.add(claim);
  try {
    if (Object.keys(corrections).length === 0) {
      const answer = await acceptAsItCame(leadPhotos, request, intake);
      if (answer?.isNew === true) return sendLead(reply, { outcome: 'created', ...answer });
      if (answer) return sendJoined(reply, answer);
    }
    const found = correctLead(intake.lead ?? intake.body ?? '', corrections);
    const { lead, messages } = readLeadSubmission(found);
    if (messages) throw new ApiError(400, messages);
    if (lead.assigneeId !== undefined) await refuseUnknownAssignee(request, lead);
    if (Buffer.byteLength(JSON.stringify(found)) > bodyBytesMax) {
      throw new ApiError(413, `the corrected lead must be at most ${bodyBytesMax / 1024} KiB`);
    }
    const result = await queue.submit(request.budget, {
      brandId,
      brandCountry,
      isTest: testOf !== null,
      brandLanguage,
      author: authorOf(request),
      lead,
      receivedAt: intake.receivedAt,
      language: intake.language,
      files,
      origin,
      rawBody: rawBodyOf(intake, found),
      // The same hash for all corrections: a second call replays the lead of the first.
      idempotency: {
        route: acceptIntakeRoute,
        key: intake.id,
        bodyHash: hash('sha256', intake.id, 'hex'),
        photoWaitMs: 0,
      },
    });
    if (result.outcome === 'in_flight') throw inProgress(intake.id);
    const made = orRefuse(result);
    if (made.outcome === 'replayed') throw isLead(intake.id, made.workItemId);
    const body = await leadPhotos.answer({ brandId, idempotencyKey: null, ...made });
    return sendLead(reply, { ...made, body: bodyForSender(caller, lead, body) });
  } finally {
    inFlight.delete(claim);
  }
}

/** A reply was added to a lead that was there before. */
function sendJoined(
  reply: FastifyReply,
  { workItemId, body }: { workItemId: string; body: string },
): FastifyReply {
  return reply
    .header('location', `/v1/api/work-items/${workItemId}`)
    .type('application/json; charset=utf-8')
    .send(body);
}

function rawBodyOf({ sent, source }: IntakeRecord, found: unknown): string {
  if (source === 'api' || sent === null) return JSON.stringify(found);
  return JSON.stringify({ ...(found as object), sent: JSON.parse(sent) });
}
