// Shows leads in the columns to which they will be moved, while the moves wait in the outbox.
import { leadStatuses } from '../../../../contract/work-item-lists.ts';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { useOutbox, withWaitingChanges } from '../../app/outbox/use-outbox.ts';
import type { Pages } from '../../parts/pages.ts';
import { type BoardOrder, boardOrder, standsAbove } from './board-order.ts';

type Columns = Pages<ListedWorkItem>[];

/** One column for each status, in the order of the board. */
export function useWaitingMoves(columns: Columns): Columns {
  const order = boardOrder.use();
  const outbox = useOutbox();
  if (outbox.items.length + outbox.settling.length === 0) return columns;
  const moved = columns
    .flatMap(({ data }) => data ?? [])
    .flatMap((lead) => {
      const { item } = withWaitingChanges(outbox, lead);
      return item.status === lead.status ? [] : [item];
    });
  if (moved.length === 0) return columns;
  const ids = new Set(moved.map(({ id }) => id));
  return columns.map((column, index) => {
    const rest = column.data?.filter(({ id }) => !ids.has(id));
    const coming = moved.filter(({ status }) => status === leadStatuses[index]);
    return {
      ...column,
      data: rest && coming.reduce((leads, lead) => insert(leads, lead, order), rest),
    };
  });
}

function insert(leads: ListedWorkItem[], lead: ListedWorkItem, order: BoardOrder) {
  const below = leads.findIndex((other) => standsAbove(order, lead, other));
  return leads.toSpliced(below < 0 ? leads.length : below, 0, lead);
}
