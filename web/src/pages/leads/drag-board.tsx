// The board with drag and drop.
import { DragDropProvider, DragOverlay, useDraggable, useDroppable } from '@dnd-kit/react';
import { type ComponentProps, memo, type ReactNode, useMemo, useState } from 'react';
import { takesReason } from '../../../../contract/work-item-moves.ts';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { statusWords } from '../../parts/work-item-words.ts';
import { useLanguage, useWords } from '../../words/words.ts';
import { BoardCard, type BoardCardProps } from './board-card.tsx';
import { BoardColumn, type BoardColumnProps } from './board-column.tsx';
import { ColumnKeys, leadOf, pointer, pluginsFor } from './drag-rules.ts';
import { LeadFacts } from './lead-facts.tsx';
import type { LeadStatus } from './leads-data.ts';
import { dragWords } from './leads-words.ts';
import type { Move } from './move-lead.ts';

type DragEnd = NonNullable<ComponentProps<typeof DragDropProvider>['onDragEnd']>;

interface DragBoardProps {
  columns: Omit<BoardColumnProps, 'Card'>[];
  onMove: (move: Move) => void;
  /** For a move that takes a reason. */
  onAskReason: (lead: ListedWorkItem) => void;
}

export default function DragBoard({ columns, onMove, onAskReason }: DragBoardProps): ReactNode {
  const language = useLanguage();
  const say = useWords(dragWords);
  const sayStatus = useWords(statusWords);
  const [isDragging, setIsDragging] = useState(false);
  // oxlint-disable-next-line react/exhaustive-deps -- the announcements change with the language only
  const plugins = useMemo(() => pluginsFor(say, sayStatus), [language]);
  const sensors = useMemo(() => [pointer, ColumnKeys], []);

  const drop: DragEnd = ({ operation: { source, target }, canceled, nativeEvent }) => {
    setIsDragging(false);
    if (canceled || !source || !target) return;
    const lead = leadOf(source);
    const to = target.id as LeadStatus;
    if (to === lead.status) return;
    if (takesReason(to)) return onAskReason(lead);
    const [column] = columns;
    if (column && nativeEvent instanceof KeyboardEvent) {
      column.focusNext.current = { id: lead.id, part: 'handle' };
    }
    onMove({ lead, to });
  };

  return (
    <DragDropProvider
      key={language}
      plugins={plugins}
      sensors={sensors}
      onDragStart={() => setIsDragging(true)}
      onDragEnd={drop}
    >
      <div className="board" data-dragging={isDragging || undefined}>
        {columns.map((column) => (
          <DropColumn key={column.status} {...column} />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {(source) => (
          <div className="lead-card lead-card-lifted" inert>
            <LeadFacts lead={leadOf(source)} />
          </div>
        )}
      </DragOverlay>
    </DragDropProvider>
  );
}

function DropColumn(props: Omit<BoardColumnProps, 'Card'>): ReactNode {
  const { ref, isDropTarget } = useDroppable({ id: props.status });
  return <BoardColumn {...props} Card={DragCard} columnRef={ref} isDropTarget={isDropTarget} />;
}

const DragCard = memo(function DragCard(props: BoardCardProps): ReactNode {
  const { lead } = props;
  const say = useWords(dragWords);
  const { ref, handleRef, isDragSource } = useDraggable({ id: lead.id, data: { lead } });
  return (
    <BoardCard
      {...props}
      cardRef={ref}
      handleRef={handleRef}
      isDragged={isDragSource}
      handleRole={say('role')}
    />
  );
});
