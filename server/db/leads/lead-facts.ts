import type { EventType } from '#contract/event-lists.ts';
import type { Status } from '#contract/work-item-lists.ts';
import type { Database } from '../database.ts';

interface LeadFactRow {
  type: EventType;
  leadId: string;
  at: number;
  /** JSON. */
  changes: string | null;
  /** Null also for a deleted lead. */
  source: string | null;
  /** As it is now. */
  status: Status | null;
  isImported: 0 | 1;
}

const factTypes = `'lead.created', 'lead.status_changed', 'lead.converted'`;

/**
 * Events about leads between two positions, inclusive, newest first. A lead counts from when it came in:
 * it may have been held, or imported.
 */
export function findLeadFacts(
  db: Database,
  { brandId, from, to }: { brandId: string; from: number; to: number },
): Promise<LeadFactRow[]> {
  return db.all(
    `select e.type, e.subject_id as "leadId", case when w.received_at < e.created_at then w.received_at else e.created_at end as at,
        e.changes,
        case when w.deleted_at is null then w.source end as source,
        case when w.deleted_at is null then w.status end as status,
        case when e.request_id in (select request_id from imports where brand_id = ?)
          then 1 else 0 end as "isImported"
      from events e left join work_items w
        on e.type = 'lead.created' and w.brand_id = e.brand_id and w.id = e.subject_id
      where e.brand_id = ? and e.position between ? and ? and e.type in (${factTypes})
      order by e.position desc`,
    brandId,
    brandId,
    from,
    to,
  );
}
