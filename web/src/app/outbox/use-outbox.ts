// What waits in the outbox, for pages.
import { useSyncExternalStore } from 'react';
import type { OutboxItem } from './outbox-item.ts';
import { onOutbox, type Outbox, readOutbox } from './outbox-state.ts';

export function useOutbox(): Outbox {
  return useSyncExternalStore(onOutbox, readOutbox);
}

/** Without what an open form is sending. */
export function useOutboxItems(workItemId?: string): OutboxItem[] {
  const { items, held } = useOutbox();
  return items.filter(
    (item) => !held.includes(item.order) && (workItemId ?? item.workItemId) === item.workItemId,
  );
}

/** Whether anything of this lead or job waits: a change, a note or a photo. */
export function useWaitingState(workItemId: string): 'waiting' | 'notSent' | null {
  return useSyncExternalStore(onOutbox, () => {
    const { items, held } = readOutbox();
    const own = items.filter(
      (item) => item.workItemId === workItemId && !held.includes(item.order),
    );
    if (own.length === 0) return null;
    return own.some(({ problem }) => problem !== null) ? 'notSent' : 'waiting';
  });
}

/** As it will be once the changes that wait are sent. */
export function useAsChanged<Item extends { id: string }>(item: Item): Item {
  return withWaitingChanges(useOutbox(), item).item;
}

/** The records whose changes wait, as they were shown when they were changed. */
export function changedRecords({ items, settling }: Outbox): Map<string, object> {
  const waiting = [...settling, ...items.filter(isWaitingChange)];
  return new Map(
    waiting
      .toReversed()
      .flatMap(({ workItemId, content }) =>
        workItemId !== null && content.kind === 'change' ? [[workItemId, content.seen]] : [],
      ),
  );
}

/** The record with the changes that wait. */
export function withWaitingChanges<Item extends { id: string }>(
  { items, settling }: Outbox,
  item: Item,
): { item: Item; isChanged: boolean } {
  const waiting = [...settling, ...items.filter(isWaitingChange)];
  const patches = waiting.flatMap(({ workItemId, content }) =>
    workItemId === item.id && content.kind === 'change' ? [content.patch] : [],
  );
  const isChanged = patches.length > 0;
  return { item: isChanged ? Object.assign({}, item, ...patches) : item, isChanged };
}

function isWaitingChange({ order, content, problem }: OutboxItem): boolean {
  return content.kind === 'change' && problem === null && !readOutbox().held.includes(order);
}
