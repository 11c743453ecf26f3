// The content of a lead's card. Plain elements, since there may be hundreds of cards.
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { AssigneeFace } from '../../parts/assignee-face.tsx';
import { hideBroken } from '../../parts/hide-broken.ts';
import { Icon } from '../../parts/icon.tsx';
import { PriorityBadge } from '../../parts/status-badge.tsx';
import { useAsChanged } from '../../app/outbox/use-outbox.ts';
import { useMember } from '../../app/session.ts';
import { isOverdue } from '../../words/answer-by.ts';
import { useFormat } from '../../words/format.ts';
import { useMoney } from '../../words/money.ts';
import { useMinute } from '../../words/use-minute.ts';
import { sourceWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { WaitingMark } from '../../parts/waiting-mark.tsx';
import { leadWords } from './leads-words.ts';

const tagsShownMax = 3;

interface LeadFactsProps {
  lead: ListedWorkItem;
  /** h3 below a column's heading, h2 in the list. */
  heading?: 'h2' | 'h3';
}

export function LeadFacts({ lead: stored, heading: Heading = 'h3' }: LeadFactsProps): ReactNode {
  const lead = useAsChanged(stored);
  const say = useWords(leadWords);
  const saySource = useWords(sourceWords);
  const format = useFormat();
  const { brand } = useMember();
  const money = useMoney();
  // Ages and the mark of an unanswered lead change by themselves.
  useMinute();
  const { customer, address, photos, tags } = lead;
  const amount = lead.finalCost ?? lead.estimatedCost;
  const picture = photos?.find(({ assetId }) => assetId)?.assetId;
  const tagsLeft = (tags?.length ?? 0) - tagsShownMax;
  return (
    <>
      {picture && (
        <img
          className="lead-picture"
          src={`/v1/api/assets/${picture}?size=thumbnail`}
          alt=""
          loading="lazy"
          draggable={false}
          onError={hideBroken}
        />
      )}
      <p className="lead-line lead-customer">{customer.name}</p>
      <Heading className="lead-title">
        {/* Its ::after covers the whole card, as a large touch target. */}
        <Link className="lead-link" href={`/leads/${lead.id}`} draggable={false}>
          {lead.title}
        </Link>
      </Heading>
      <p className="lead-line">
        {[address?.city, format.ago(lead.receivedAt), saySource(lead.source)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="lead-marks">
        <WaitingMark id={lead.id} />
        <AssigneeFace assigneeId={lead.assigneeId} />
        <PriorityBadge priority={lead.priority} />
        {lead.status === 'request' && isOverdue(lead, brand) && (
          <span className="lead-overdue">{say('overdue')}</span>
        )}
        {amount !== null && <span className="lead-amount">{money(amount)}</span>}
        {/* One photo is the picture itself. */}
        {photos && photos.length > (picture ? 1 : 0) && (
          <span className="lead-photos">
            <Icon name="photo" size={16} />
            <span aria-hidden="true">{photos.length}</span>
            <VisuallyHidden>{say('photos', { count: photos.length })}</VisuallyHidden>
          </span>
        )}
        {tags?.slice(0, tagsShownMax).map((tag) => (
          <span key={tag} className="lead-tag">
            {tag}
          </span>
        ))}
        {tagsLeft > 0 && <span>{say('moreTags', { count: tagsLeft })}</span>}
      </div>
    </>
  );
}
