// Events as the API shows them, and the scopes that may read them.
import type { Event, HistoryEntry } from '#contract/event.ts';
import { eventTypes, type EventType } from '#contract/event-lists.ts';
import type { Scope } from '#contract/scopes.ts';
import type { NewEvent } from './event.ts';
import { timestamp } from './timestamp.ts';

export type NumberedEvent = Omit<NewEvent, 'changes'> & {
  position: number;
  /** JSON. */
  changes: string | null;
};

export function presentHistoryEntry(event: NumberedEvent): HistoryEntry {
  return {
    id: String(event.position),
    type: event.type,
    brandId: event.brandId,
    subjectId: event.subjectId,
    changes: event.changes === null ? null : JSON.parse(event.changes),
    reason: event.reason,
    actor: event.actor,
    actorId: event.actorId,
    requestId: event.requestId,
    createdAt: timestamp(event.createdAt),
  };
}

export function presentEvent(event: NumberedEvent, data: object | null): Event {
  return { ...presentHistoryEntry(event), data };
}

export type EventSubject = 'workItem' | 'customer' | 'address' | 'webhook' | 'intake';

/** The kind of record that an event is about. */
export function subjectOf(type: EventType): EventSubject {
  if (type.startsWith('customer.')) return 'customer';
  if (type.startsWith('address.')) return 'address';
  if (type.startsWith('intake.')) return 'intake';
  return type.startsWith('webhook.') ? 'webhook' : 'workItem';
}

/** Any one of these scopes may read events of that type. */
function scopesFor(type: EventType): readonly Scope[] {
  if (type.startsWith('lead.')) return ['leads:read'];
  if (type.startsWith('work_item.')) return ['work-items:read'];
  if (type.startsWith('photo.')) return ['leads:read', 'work-items:read'];
  if (type.startsWith('intake.')) return ['leads:read'];
  if (type.startsWith('customer.')) return ['customers:read'];
  return type.startsWith('address.') ? ['addresses:read'] : ['webhooks:manage'];
}

export function readableTypes(may: (scope: Scope) => boolean): EventType[] {
  return eventTypes.filter((type) => scopesFor(type).some(may));
}
