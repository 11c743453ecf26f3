// The jobs that notify members. They hold identifiers only: the text is made when it is sent, so
// nothing is sent about a record that was erased meanwhile.
import type { NotificationKind } from '#contract/notification-lists.ts';
import type { NewJob } from '../job.ts';

/** A brand has one permanent job that reads its events; its id is that of the brand. */
export interface Telling {
  /** The last event that was read. */
  after: number;
  /** When the last of the events were read; 0 while more wait. */
  at: number;
}

export function tellingJob(
  brandId: string,
  telling: Telling,
  { now, dueAt }: { now: number; dueAt: number },
): NewJob {
  return {
    brandId,
    id: brandId,
    kind: 'tellMembers',
    subject: brandId,
    lane: `tell ${brandId}`,
    payload: JSON.stringify(telling satisfies Telling),
    dueAt,
    createdAt: now,
  };
}

export function readTellingJob(payload: string): Telling {
  return JSON.parse(payload) as Telling;
}

export interface Notice {
  accountId: string;
  kind: NotificationKind;
  /** The work items or intakes that it is about; several when events share the notice. */
  subjectIds: string[];
  /** It waited for the end of quiet hours, where it may share a notice with others that did. */
  isDelayed?: true;
}

export interface PushPayload extends Notice {
  subscriptionId: string;
}

interface Timing {
  id: string;
  now: number;
  dueAt: number;
}

/** The lane is the push service, so a hanging one occupies few slots. */
export function pushJob(
  brandId: string,
  notice: PushPayload,
  { lane, id, now, dueAt }: Timing & { lane: string },
): NewJob {
  const payload = JSON.stringify(notice satisfies PushPayload);
  const subject = subjectOf(notice);
  return { brandId, id, kind: 'pushNotice', subject, lane, payload, dueAt, createdAt: now };
}

export function readPushJob(payload: string): PushPayload {
  return JSON.parse(payload) as PushPayload;
}

// One lane for all mail, so that a hanging mail server occupies few slots.
const noticeMailLane = 'notice mail';

export function noticeMailJob(brandId: string, notice: Notice, { id, now, dueAt }: Timing): NewJob {
  const payload = JSON.stringify(notice satisfies Notice);
  const subject = subjectOf(notice);
  const lane = noticeMailLane;
  return { brandId, id, kind: 'mailNotice', subject, lane, payload, dueAt, createdAt: now };
}

export function readNoticeMailJob(payload: string): Notice {
  return JSON.parse(payload) as Notice;
}

/** An erasure deletes jobs by their subject, but not the notice of several records. */
function subjectOf({ accountId, subjectIds }: Notice): string {
  return subjectIds.length === 1 ? subjectIds[0]! : accountId;
}

/** Runs when a lead should have been answered. */
export function reminderJob(
  brandId: string,
  workItemId: string,
  { id, now, dueAt }: Timing,
): NewJob {
  const about = { brandId, id, kind: 'remindUnanswered' as const, subject: workItemId };
  return { ...about, lane: `remind ${brandId}`, payload: '{}', dueAt, createdAt: now };
}
