// Tabs above the board on a phone: one per column.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { leadStatuses } from '../../../../contract/work-item-lists.ts';
import { statusWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import type { Count } from './leads-data.ts';
import { leadWords } from './leads-words.ts';

interface BoardTabsProps {
  /** The board's container. */
  frame: RefObject<HTMLElement | null>;
  counts: (Count | undefined)[];
}

export function BoardTabs({ frame, counts }: BoardTabsProps): ReactNode {
  const say = useWords(leadWords);
  const sayStatus = useWords(statusWords);
  const [shown, setShown] = useState(0);
  const isMoved = useRef(false);
  const row = useRef<HTMLElement>(null);

  useEffect(() => {
    const container = frame.current;
    if (!container) return;
    const update = ({ target }: Event) => {
      const board = boardIn(container);
      if (board && target === board) setShown(nearestColumn(board));
    };
    // Scroll events do not bubble, but they have a capture phase.
    container.addEventListener('scroll', update, { capture: true, passive: true });
    return () => container.removeEventListener('scroll', update, { capture: true });
  }, [frame]);

  useEffect(() => {
    // Nothing to scroll initially, and measuring would delay the first render.
    if (shown === 0 && !isMoved.current) return;
    isMoved.current = true;
    const tab = row.current?.children[shown] as HTMLElement | undefined;
    if (tab) row.current?.scrollTo({ left: tab.offsetLeft - row.current.clientWidth / 3 });
  }, [shown]);

  const show = (index: number) => {
    const board = boardIn(frame.current);
    const column = board?.children[index] as HTMLElement | undefined;
    column?.scrollIntoView({ inline: 'start', block: 'nearest' });
  };

  return (
    <nav ref={row} className="board-tabs" aria-label={say('columns')}>
      {leadStatuses.map((status, index) => (
        <button
          key={status}
          type="button"
          className="board-tab"
          aria-current={index === shown ? 'true' : undefined}
          onClick={() => show(index)}
        >
          {sayStatus(status)} <CountShown count={counts[index]} />
        </button>
      ))}
    </nav>
  );
}

function CountShown({ count }: { count: Count | undefined }): ReactNode {
  return count ? `${count.count}${count.isMore ? '+' : ''}` : null;
}

function boardIn(frame: HTMLElement | null): HTMLElement | null {
  return frame?.querySelector<HTMLElement>('.board') ?? null;
}

function nearestColumn(board: HTMLElement): number {
  const edge = board.getBoundingClientRect().left;
  const distances = [...board.children].map((column) =>
    Math.abs(column.getBoundingClientRect().left - edge),
  );
  return distances.indexOf(Math.min(...distances));
}
