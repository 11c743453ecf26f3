// The board: a column per status. On a phone one column fills the screen, with tabs above.
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { leadStatuses } from '../../../../contract/work-item-lists.ts';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageErrors } from '../../parts/page-errors.tsx';
import type { Pages } from '../../parts/pages.ts';
import { BoardCard, type FocusNext } from './board-card.tsx';
import { BoardColumn } from './board-column.tsx';
import { BoardTabs } from './board-tabs.tsx';
import type { LeadFilters } from './lead-filters.ts';
import { type Count, useColumns, useCounts } from './leads-data.ts';
import { WaitingLeads } from './waiting-leads.tsx';
import { useWaitingMoves } from './waiting-moves.ts';
import { useMoveLead } from './move-lead.ts';

// Drag and drop is large: loaded after the cards are painted.
const DragBoard = lazy(async () => {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return import('./drag-board.tsx');
});
const MoveSheet = lazy(() => import('./move-sheet.tsx'));
const MakeJob = lazy(() => import('./make-job.tsx'));

interface BoardProps {
  filters: LeadFilters;
  isFiltered: boolean;
  /** Shown instead of five empty columns. */
  nothing: ReactNode;
}

/** The lead whose move dialog is open. */
interface OpenSheet {
  lead: ListedWorkItem;
  isLost?: boolean;
  /** Ask when the job is. */
  isJob?: boolean;
}

export function Board({ filters, isFiltered, nothing }: BoardProps): ReactNode {
  const reads = useWaitingMoves(useColumns(filters));
  const counts = useCounts(filters)?.counts;
  const move = useMoveLead();
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  // A stable reference, so that memoized cards do not re-render.
  const onAsk = useCallback((lead: ListedWorkItem) => setSheet({ lead }), []);
  const onAskReason = (lead: ListedWorkItem) => setSheet({ lead, isLost: true });
  const newest = useNewestAtFirst(JSON.stringify(filters), reads);
  const frame = useRef<HTMLDivElement>(null);
  const focusNext = useRef<FocusNext | null>(null);

  const failed = reads.find(({ data, error }) => !data && error);
  if (failed) {
    return (
      <ErrorNote error={failed.error} onRetry={() => reads.forEach(({ refetch }) => refetch())} />
    );
  }
  if (reads.every(({ data }) => data?.length === 0)) {
    return (
      <>
        <WaitingLeads />
        {nothing}
      </>
    );
  }
  const columns = leadStatuses.map((status, index) => {
    const read = reads[index]!;
    const count = countOf(read, counts?.[status]);
    return { status, read, count, isFiltered, newest, onAsk, focusNext };
  });
  // Drag and drop is loaded last: the cards work without it.
  const isRead = reads.every(({ data }) => data);
  const stillBoard = (
    <div className="board">
      {columns.map((column) => (
        <BoardColumn key={column.status} {...column} Card={BoardCard} />
      ))}
    </div>
  );
  return (
    <div ref={frame}>
      <BoardTabs frame={frame} counts={columns.map(({ count }) => count)} />
      <PageErrors instead={stillBoard}>
        <Suspense fallback={stillBoard}>
          {isRead ? (
            <DragBoard columns={columns} onMove={move} onAskReason={onAskReason} />
          ) : (
            stillBoard
          )}
        </Suspense>
      </PageErrors>
      {sheet && (
        <Suspense>
          {sheet.isJob ? (
            <MakeJob lead={sheet.lead} onClose={() => setSheet(null)} />
          ) : (
            <MoveSheet
              {...sheet}
              onClose={() => setSheet(null)}
              onMakeJob={(lead) => setSheet({ lead, isJob: true })}
              onMove={(chosen) => {
                focusNext.current = { id: sheet.lead.id, part: 'menu' };
                setSheet(null);
                move(chosen);
              }}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}

/** The newest lead of a search's first response: newer ones arrived since. Null before the response. */
function useNewestAtFirst(searchName: string, reads: Pages<ListedWorkItem>[]): string | null {
  const [first, setFirst] = useState<{ searchName: string; newest: string } | null>(null);
  const isRead = reads.every(({ data, isEarlier }) => data && !isEarlier);
  if (isRead && first?.searchName !== searchName) {
    const times = reads.flatMap(({ data }) => data ?? []).map(({ createdAt }) => createdAt);
    setFirst({ searchName, newest: times.sort().at(-1) ?? '' });
  }
  return first?.searchName === searchName ? first.newest : null;
}

/** Exact once all pages are loaded; otherwise the server's count, if it is not outdated. */
function countOf(
  { data, hasMore }: Pages<ListedWorkItem>,
  counted: Count | undefined,
): Count | undefined {
  if (!data) return counted;
  const read = { count: data.length, isMore: hasMore };
  return hasMore && counted && counted.count >= data.length ? counted : read;
}
