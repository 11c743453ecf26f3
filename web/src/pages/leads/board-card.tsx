// A lead on the board. Until drag and drop is loaded, it can be moved with its menu.
import { useMergedRef } from '@mantine/hooks';
import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/words.ts';
import { LeadFacts } from './lead-facts.tsx';
import { leadWords } from './leads-words.ts';

/** The card just moved by keyboard or menu: it takes the focus to its new column. */
export interface FocusNext {
  id: string;
  part: 'handle' | 'menu';
}

export interface BoardCardProps {
  lead: ListedWorkItem;
  isNew: boolean;
  /** Opens the dialog that moves it. */
  onAsk: (lead: ListedWorkItem) => void;
  focusNext: RefObject<FocusNext | null>;
}

interface DragProps {
  cardRef?: Ref<HTMLLIElement>;
  handleRef?: Ref<HTMLButtonElement>;
  isDragged?: boolean;
  /** The handle's role description, for screen readers. */
  handleRole?: string;
}

export function BoardCard(props: BoardCardProps & DragProps): ReactNode {
  const { lead, isNew, onAsk, focusNext, cardRef, handleRef, isDragged, handleRole } = props;
  const say = useWords(leadWords);
  const handle = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const handleRefs = useMergedRef(handle, handleRef);

  useEffect(() => {
    const wanted = focusNext.current;
    if (wanted?.id !== lead.id) return;
    focusNext.current = null;
    (wanted.part === 'handle' ? handle : menu).current?.focus();
  }, [focusNext, lead.id]);

  return (
    <li
      ref={cardRef}
      className="lead-card"
      data-dragged={isDragged || undefined}
      data-new={isNew || undefined}
    >
      <LeadFacts lead={lead} />
      <div className="lead-tools">
        {handleRef && (
          <button
            ref={handleRefs}
            type="button"
            className="lead-tool lead-handle"
            aria-label={say('drag', { title: lead.title })}
            aria-roledescription={handleRole}
          >
            <Icon name="drag" size={18} />
          </button>
        )}
        <button
          ref={menu}
          type="button"
          className="lead-tool"
          aria-label={say('moveOne', { title: lead.title })}
          title={say('moveTo')}
          onClick={() => onAsk(lead)}
        >
          <Icon name="dots" size={18} />
        </button>
      </div>
    </li>
  );
}
