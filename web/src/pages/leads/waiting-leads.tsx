// New leads that are not sent yet, as cards without a link.
import type { ReactNode } from 'react';
import { useOutboxItems } from '../../app/outbox/use-outbox.ts';
import { Icon } from '../../parts/icon.tsx';
import { partWords } from '../../parts/part-words.ts';
import { useWords } from '../../words/words.ts';

export function WaitingLeads(): ReactNode {
  const say = useWords(partWords);
  const items = useOutboxItems().filter(({ content }) => content.kind === 'lead');
  if (items.length === 0) return null;
  return (
    <ul className="board-cards">
      {items.map(({ order, title, content, problem }) => (
        <li key={order} className="lead-card">
          <p className="lead-line lead-customer">{title}</p>
          <p className="lead-title">{content.kind === 'lead' && content.lead.title}</p>
          <span className="waiting-mark" data-state={problem ? 'notSent' : 'waiting'}>
            <Icon name={problem ? 'warning' : 'clock'} size={16} />
            {say(problem ? 'notSent' : 'waiting')}
          </span>
        </li>
      ))}
    </ul>
  );
}
