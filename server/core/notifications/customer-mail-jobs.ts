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
  customerId: string;
  kind: CustomerMailKind;
  /** The occasion; there is one mail for each. */
  onceKey: string;
  scheduledStart: number | null;
  scheduledEnd: number | null;
  dueAt: number;
  /** When nothing asks for its row any more. */
  keepUntil: number;
}

// Dragging a job to a day and then to an hour is one change, and a toast offers to undo it.
const appointmentDelayMs = 60_000;
// Longer than all retries. An appointment that is moved later than that is a new one.
const keptMs = 30 * 24 * 60 * 60_000;

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
  const { brandId, id: workItemId, customerId } = workItem;
  const item = { brandId, workItemId, customerId };
  return { ...item, kind: 'receipt', onceKey: `receipt ${workItemId}`, ...withoutTimes(now) };
}

/**
 * For a job that is planned or moved, gets another customer, or is called off; `before` is null for a
 * new one.
 */
export function planAppointment(
  before: WorkItemRecord | null,
  after: WorkItemRecord,
  now: number,
): PlannedMail | null {
  if (!isAppointment(after, now)) {
    const isOff = before !== null && isAppointment(before, now) && isCalledOff(after);
    return isOff ? plannedChange(before, { ...after, kind: 'cancelled', now }) : null;
  }
  const { customerId, scheduledStart, scheduledEnd } = after;
  const isSame =
    before?.status === 'scheduled' &&
    before.customerId === customerId &&
    before.scheduledStart === scheduledStart &&
    before.scheduledEnd === scheduledEnd;
  // Whether it is planned or moved is known when the mail is sent.
  return isSame ? null : plannedChange(after, { ...after, kind: 'planned', now });
}

function plannedChange(
  { scheduledStart, scheduledEnd }: { scheduledStart: number; scheduledEnd: number | null },
  {
    brandId,
    id: workItemId,
    customerId,
    version,
    kind,
    now,
  }: WorkItemRecord & Pick<PlannedMail, 'kind'> & { now: number },
): PlannedMail {
  return {
    brandId,
    workItemId,
    customerId,
    kind,
    onceKey: `appointment ${workItemId} ${version}`,
    scheduledStart,
    scheduledEnd,
    dueAt: now + appointmentDelayMs,
    keepUntil: scheduledStart + keptMs,
  };
}

export function plannedReport(
  item: Pick<PlannedMail, 'brandId' | 'workItemId' | 'customerId'>,
  { id, now }: { id: string; now: number },
): PlannedMail {
  return { ...item, kind: 'report', onceKey: `report ${id}`, ...withoutTimes(now) };
}

function withoutTimes(now: number) {
  return { scheduledStart: null, scheduledEnd: null, dueAt: now, keepUntil: now + keptMs };
}

type Planned<Item> = Item & { scheduledStart: number };

/** A job at a time that is still to come. */
export function isAppointment<
  Item extends Pick<
    WorkItemRecord,
    'phase' | 'status' | 'scheduledStart' | 'deletedAt' | 'archivedAt'
  >,
>(item: Item, now: number): item is Planned<Item> {
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

/** A job that was cancelled, or that nobody knows the time of any more. */
export function isCalledOff({
  phase,
  status,
  deletedAt,
  archivedAt,
}: Pick<WorkItemRecord, 'phase' | 'status' | 'deletedAt' | 'archivedAt'>): boolean {
  const isOff = phase === 'job' && (status === 'cancelled' || status === 'pending');
  return isOff && deletedAt === null && archivedAt === null;
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
