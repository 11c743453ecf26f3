// Decides which members are notified of which events.
import type { Role } from '#contract/account-lists.ts';
import type { EventType } from '#contract/event-lists.ts';
import type { NotificationKind } from '#contract/notification-lists.ts';
import { priorities } from '#contract/work-item-lists.ts';
import type { WorkItemRecord } from '../records.ts';
import type { Notice } from './notice-jobs.ts';
import type { NotificationSettings } from './notification-settings.ts';

/** Of these, members may be notified. */
export const toldTypes = [
  'lead.created',
  'lead.converted',
  'work_item.created',
  'work_item.status_changed',
  'work_item.updated',
  'work_item.assigned',
  'work_item.follow_up_due',
  'intake.held',
  'intake.refused',
] as const satisfies readonly EventType[];

interface ToldEvent {
  type: string;
  subjectId: string;
  actor: string;
  actorId: string | null;
  /** JSON. */
  changes: string | null;
}

export type ToldItem = Pick<
  WorkItemRecord,
  'id' | 'phase' | 'priorityRank' | 'assigneeId' | 'deletedAt' | 'archivedAt'
>;

export interface Listener extends Pick<NotificationSettings, 'push' | 'email'> {
  accountId: string;
  role: Role;
}

export type Way = 'push' | 'email';

const ways: readonly Way[] = ['push', 'email'];
const urgentRank = priorities.indexOf('urgent');
// More events of a kind than that share one notice, so a flood of leads is no flood of notices.
const alikeMax: Partial<Record<NotificationKind, number>> = { toCheck: 1, jobChanged: 1 };
const alikeMaxDefault = 3;

/** One notice for each member, way and event, or for several events of a kind. */
export function planNotices(
  events: readonly ToldEvent[],
  itemsById: ReadonlyMap<string, ToldItem>,
  listeners: readonly Listener[],
): (Notice & { way: Way })[] {
  return listeners.flatMap((listener) => {
    const told = events.flatMap((event) => {
      const kind = kindFor(listener, event, itemsById.get(event.subjectId));
      return kind === null ? [] : [{ kind, subjectId: event.subjectId }];
    });
    return ways.flatMap((way) => {
      const wanted = told.filter(({ kind }) => wants(listener[way], kind));
      return shared(wanted).map((notice) => ({ ...notice, way, accountId: listener.accountId }));
    });
  });
}

/** Who wants all new leads also wants the urgent ones. */
export function wants(kinds: readonly NotificationKind[], kind: NotificationKind): boolean {
  return kinds.includes(kind) || (kind === 'urgentLead' && kinds.includes('newLead'));
}

function kindFor(
  { accountId }: Pick<Listener, 'accountId'>,
  event: ToldEvent,
  item: ToldItem | undefined,
): NotificationKind | null {
  if (event.type.startsWith('intake.')) return 'toCheck';
  if (!item || item.deletedAt !== null || item.archivedAt !== null) return null;
  const isOwn = event.actor === 'member' && event.actorId === accountId;
  const isMine = (item.assigneeId ?? accountId) === accountId;
  switch (event.type) {
    case 'lead.created':
      if (isOwn) return null;
      return item.priorityRank >= urgentRank ? 'urgentLead' : 'newLead';
    case 'work_item.assigned':
      return !isOwn && item.assigneeId === accountId ? 'assigned' : null;
    case 'work_item.follow_up_due':
      return isMine ? 'followUpDue' : null;
    case 'work_item.updated':
      return !isOwn && isMine && isReplanned(event) ? 'jobChanged' : null;
    default:
      return !isOwn && isMine && item.phase === 'job' ? 'jobChanged' : null;
  }
}

const plannedFields = ['scheduledStart', 'scheduledEnd', 'addressId'];

function isReplanned({ changes }: ToldEvent): boolean {
  const changed = Object.keys((changes === null ? {} : JSON.parse(changes)) as object);
  return plannedFields.some((field) => changed.includes(field));
}

/** One notice for each record, or one for all of a kind when there are many. */
export function shared(
  told: readonly { kind: NotificationKind; subjectId: string }[],
): Pick<Notice, 'kind' | 'subjectIds'>[] {
  return [...Map.groupBy(told, ({ kind }) => kind)].flatMap(([kind, alike]) => {
    // Several changes of one job are one notice.
    const subjectIds = [...new Set(alike.map(({ subjectId }) => subjectId))];
    const most = alikeMax[kind] ?? alikeMaxDefault;
    if (subjectIds.length <= most) {
      return subjectIds.map((subjectId) => ({ kind, subjectIds: [subjectId] }));
    }
    return [{ kind, subjectIds }];
  });
}
