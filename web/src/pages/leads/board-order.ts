// The order of the cards in a column. Each browser remembers the choice.
import { useSyncExternalStore } from 'react';
import type { ListedWorkItem, ListLeadsQuery } from '../../../../sdk/src/index.ts';
import { priorities } from '../../../../contract/work-item-lists.ts';

export const boardOrders = ['urgency', 'newest', 'changed'] as const;
export type BoardOrder = (typeof boardOrders)[number];

const storageKey = 'vakwerk.board-order';
const listeners = new Set<() => void>();

export function useBoardOrder(): BoardOrder {
  return useSyncExternalStore(listen, readBoardOrder);
}

export function readBoardOrder(): BoardOrder {
  const stored = localStorage.getItem(storageKey);
  return boardOrders.find((one) => one === stored) ?? 'urgency';
}

export function chooseBoardOrder(order: BoardOrder): void {
  localStorage.setItem(storageKey, order);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const sortOf: Record<BoardOrder, NonNullable<ListLeadsQuery['sort']>> = {
  urgency: '-urgency',
  newest: '-createdAt',
  changed: '-updatedAt',
};

/** Whether the first lead stands above the second. */
export function standsAbove(
  order: BoardOrder,
  one: ListedWorkItem,
  other: ListedWorkItem,
): boolean {
  if (order === 'newest') return one.createdAt > other.createdAt;
  if (order === 'changed') return one.updatedAt > other.updatedAt;
  const rank = (lead: ListedWorkItem) => priorities.indexOf(lead.priority);
  return rank(one) === rank(other) ? one.receivedAt < other.receivedAt : rank(one) > rank(other);
}
