// When a customer is to be mailed, and the job that does it. Jobs and rows hold identifiers and times
// only: recipient and text are read when the mail is sent, so nothing is sent to an erased person.
import type { CustomerMailKind } from '#contract/notification-lists.ts';
import type { Author } from '../author.ts';
import type { NewJob } from '../job.ts';
import type { PlannedLead } from '../leads/plan-lead-intake.ts';
import type { WorkItemRecord } from '../records.ts';

export interface PlannedMail {
  brandId: string;
  workItemId: string;
  kind: CustomerMailKind;
  /** The occasion; there is one mail for each. */
  onceKey: string;
  scheduledStart: number | null;
  scheduledEnd: number | null;
  dueAt: number;
}

// Dragging a job to a day and then to an hour is one change, and a toast offers to undo it.
const appointmentDelayMs = 60_000;

interface ArrivedLead {
  isTest?: boolean;
  author: Author;
  status?: string;
  /** Where it came from, when not from the API itself. */
  origin?: object;
}

/**
 * A lead that came in by itself. Nobody gets a receipt for what a member entered, imported or accepted
 * from the tray: that may be old, or the customer was spoken to. Nor for a lead of a doubtful customer.
 */
export function planReceipt(
  { match, workItem, customer, otherName }: PlannedLead,
  { isTest = false, author, status = 'request', origin }: ArrivedLead,
  now: number,
): PlannedMail | null {
  const isAlone = origin === undefined || ('arrived' in origin && author.actor === 'system');
  const isDoubtful = match === 'phone' && otherName !== null;
  if (isTest || author.actor === 'member' || !isAlone || isDoubtful) return null;
  if (status !== 'request' || customer.email === '') return null;
  const { brandId, id: workItemId } = workItem;
  const noTimes = { scheduledStart: null, scheduledEnd: null };
  const onceKey = `receipt ${workItemId}`;
  return { brandId, workItemId, kind: 'receipt', onceKey, ...noTimes, dueAt: now };
}

/** For a job that is planned or moved; `before` is null for a new one. */
export function planAppointment(
  before: WorkItemRecord | null,
  after: WorkItemRecord,
  now: number,
): PlannedMail | null {
  const { brandId, id: workItemId, version, scheduledStart, scheduledEnd } = after;
  if (!isAppointment(after, now)) return null;
  const isSame =
    before?.status === 'scheduled' &&
    before.scheduledStart === scheduledStart &&
    before.scheduledEnd === scheduledEnd;
  if (isSame) return null;
  const onceKey = `appointment ${workItemId} ${version}`;
  const dueAt = now + appointmentDelayMs;
  // Whether it is planned or moved is known when the mail is sent.
  return { brandId, workItemId, kind: 'planned', onceKey, scheduledStart, scheduledEnd, dueAt };
}

export function plannedReport(
  { brandId, workItemId }: Pick<PlannedMail, 'brandId' | 'workItemId'>,
  { id, now }: { id: string; now: number },
): PlannedMail {
  const noTimes = { scheduledStart: null, scheduledEnd: null };
  const onceKey = `report ${id}`;
  return { brandId, workItemId, kind: 'report', onceKey, ...noTimes, dueAt: now };
}

/** A job at a time that is still to come. */
export function isAppointment(
  item: Pick<WorkItemRecord, 'phase' | 'status' | 'scheduledStart' | 'deletedAt' | 'archivedAt'>,
  now: number,
): boolean {
  const { phase, status, scheduledStart, deletedAt, archivedAt } = item;
  return (
    phase === 'job' &&
    status === 'scheduled' &&
    scheduledStart !== null &&
    scheduledStart > now &&
    deletedAt === null &&
    archivedAt === null
  );
}

// All mail goes to one mail server, so one lane may take all the slots of its worker.
const lane = 'customer mail';

/** Its id is that of the mail. */
export function customerMailJob(
  { brandId, workItemId: subject, dueAt }: PlannedMail,
  { id, now }: { id: string; now: number },
): NewJob {
  return {
    brandId,
    id,
    kind: 'mailCustomer',
    subject,
    lane,
    payload: '{}',
    dueAt,
    createdAt: now,
  };
}
