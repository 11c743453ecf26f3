// The order of the cards in a column.
import type { ListedWorkItem, ListLeadsQuery } from '../../../../sdk/src/index.ts';
import { priorities } from '../../../../contract/work-item-lists.ts';
import { remembered } from '../../parts/remembered.ts';

export const boardOrder = remembered('board-order', ['urgency', 'newest', 'changed']);
export type BoardOrder = (typeof boardOrder.values)[number];

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
