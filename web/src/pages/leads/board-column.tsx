// A column of the board: the leads of one status, and a drop target.
import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ComponentType, ReactNode, Ref, RefObject } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { blocksOf, useBlock } from '../../parts/blocks.ts';
import type { Pages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { useIsPhone } from '../../parts/screen-width.ts';
import { statusWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import type { BoardCardProps, FocusNext } from './board-card.tsx';
import type { Count, LeadStatus } from './leads-data.ts';
import { leadWords } from './leads-words.ts';
import { WaitingLeads } from './waiting-leads.tsx';

const blockSize = 10;
// With a long title and marks; measured once the cards are rendered.
const cardPx = 120;

export interface BoardColumnProps {
  status: LeadStatus;
  read: Pages<ListedWorkItem>;
  count: Count | undefined;
  /** Whether an empty column may have leads that do not match. */
  isFiltered: boolean;
  /** Leads created after this arrived while the board was open. Null while unknown. */
  newest: string | null;
  onAsk: (lead: ListedWorkItem) => void;
  focusNext: RefObject<FocusNext | null>;
  Card: ComponentType<BoardCardProps>;
}

interface DropProps {
  columnRef?: Ref<HTMLElement>;
  isDropTarget?: boolean;
}

export function BoardColumn(props: BoardColumnProps & DropProps): ReactNode {
  const { status, read, count, newest, onAsk, focusNext } = props;
  const { Card, columnRef, isDropTarget } = props;
  const say = useWords(leadWords);
  const sayStatus = useWords(statusWords);
  const { data: leads } = read;
  const arrived = leads?.filter(({ createdAt }) => newest !== null && createdAt > newest) ?? [];
  const headingId = `column-${status}`;

  return (
    <section
      ref={columnRef}
      className="board-column"
      aria-labelledby={headingId}
      data-target={isDropTarget || undefined}
    >
      <h2 id={headingId} className="board-heading">
        <span>{sayStatus(status)}</span>
        {count && <ColumnCount status={sayStatus(status)} count={count} />}
      </h2>
      {status === 'request' && (
        <VisuallyHidden role="status">
          {arrived.length > 0 && say('arrived', { count: arrived.length })}
        </VisuallyHidden>
      )}
      <div className="board-scroll" tabIndex={-1}>
        {status === 'request' && <WaitingLeads />}
        {leads &&
          blocksOf(leads, blockSize).map((block, index) => (
            <CardBlock key={index} estimatedPx={index === 0 ? 0 : block.length * cardPx}>
              {() =>
                block.map((lead) => (
                  <Card
                    key={lead.id}
                    lead={lead}
                    isNew={arrived.includes(lead)}
                    onAsk={onAsk}
                    focusNext={focusNext}
                  />
                ))
              }
            </CardBlock>
          ))}
        {!leads && !read.error && <SkeletonCards />}
        {leads?.length === 0 && (
          <p className="board-empty">{isDropTarget ? say('dropHere') : <Empty {...props} />}</p>
        )}
        <ShowMore pages={read} label={sayStatus(status)} isAutomatic />
      </div>
    </section>
  );
}

/** A list of its own, so that the cards far from the screen leave the page. */
function CardBlock(props: { estimatedPx: number; children: () => ReactNode }): ReactNode {
  const { ref, emptyPx } = useBlock<HTMLUListElement>(props.estimatedPx);
  return (
    <ul ref={ref} className="board-cards" style={{ height: emptyPx ?? undefined }}>
      {emptyPx === null && props.children()}
    </ul>
  );
}

function Empty({ status, isFiltered }: BoardColumnProps): ReactNode {
  const say = useWords(leadWords);
  const isPhone = useIsPhone();
  if (isFiltered) return say('nothingFound');
  if (status === 'request') return say('nothingNew');
  // A phone shows one column at a time, without drag handles.
  return say(isPhone ? 'nothingHerePhone' : 'nothingHere');
}

function ColumnCount({ status, count }: { status: string; count: Count }): ReactNode {
  const say = useWords(leadWords);
  const words = count.isMore ? say('columnOver', { status, count: count.count }) : undefined;
  return (
    <span className="board-count" title={words}>
      {count.count}
      {count.isMore && '+'}
    </span>
  );
}

function SkeletonCards(): ReactNode {
  return (
    <>
      <Skeleton h={110} mb={8} />
      <Skeleton h={110} />
    </>
  );
}
