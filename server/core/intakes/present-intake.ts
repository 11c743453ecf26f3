// Intakes as the API shows them.
import type { Intake, ListedIntake } from '#contract/intake.ts';
import type { IntakeFileRecord, IntakeRecord } from '../records.ts';
import type { LoggedError } from '../requests/present-request.ts';
import { timestamp } from '../timestamp.ts';
import { withShortTexts } from './bound-lead.ts';

/** Long texts are cut. */
export function presentListedIntake(intake: Omit<IntakeRecord, 'sent' | 'body'>): ListedIntake {
  const whole = presentWhole(intake);
  return { ...whole, lead: withShortTexts(whole.lead) as ListedIntake['lead'] };
}

function presentWhole(intake: Omit<IntakeRecord, 'sent' | 'body'>): ListedIntake {
  const refusal: LoggedError | null = intake.refusal === null ? null : JSON.parse(intake.refusal);
  return {
    id: intake.id,
    channelId: intake.channelId,
    source: intake.source,
    state: intake.discardedAt === null ? intake.state : 'discarded',
    reason: intake.reason,
    receivedAt: timestamp(intake.receivedAt),
    message: refusal?.message ?? null,
    errorCode: refusal?.code ?? null,
    errorDetails: refusal?.details || null,
    workItemId: intake.workItemId,
    lead: intake.lead === null ? null : JSON.parse(intake.lead),
    fileCount: intake.fileCount,
  };
}

export function presentIntake(
  intake: IntakeRecord,
  files: readonly Omit<IntakeFileRecord, 'bytes'>[],
  parts: readonly Record<string, unknown>[] | null,
): Intake {
  return {
    ...presentWhole(intake),
    contentType: intake.contentType,
    sent: intake.sent === null ? null : JSON.parse(intake.sent),
    // A refused lead of the API is its own body, and stored once.
    body: intake.body ?? (intake.source === 'api' ? intake.lead : null),
    bodyEncoding: intake.bodyEncoding,
    parts: parts && (parts.map(withShortTexts) as Record<string, unknown>[]),
    files: files.map(({ name, contentType, sizeBytes }) => ({ name, contentType, sizeBytes })),
  };
}
