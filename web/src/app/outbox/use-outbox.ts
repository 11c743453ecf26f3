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

/** Whether a change of this lead or job waits. */
export function useIsWaiting(workItemId: string): boolean {
  return useSyncExternalStore(onOutbox, () => {
    const { items } = readOutbox();
    return items.some((item) => item.workItemId === workItemId && isWaitingChange(item));
  });
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
