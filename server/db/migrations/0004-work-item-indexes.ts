import type { Migration } from './migration.ts';

/**
 * The first two are partial: most items have neither an assignee nor a follow-up. The expressions of
 * lists by `urgency` must equal those of the dialects.
 */
export const workItemIndexes: Migration = {
  number: 4,
  name: 'indexes of work items',
  sqlite: `
  create index work_items_by_assignee on work_items (brand_id, assignee_id, phase, created_at, id)
    where assignee_id is not null;
  create index work_items_by_follow_up on work_items (brand_id, phase, follow_up_at, id)
    where follow_up_at is not null;
  create index work_items_by_urgency
    on work_items (brand_id, phase, priority_rank * 10000000000000 - received_at, id);
  create index work_items_by_status_and_urgency
    on work_items (brand_id, status, priority_rank * 10000000000000 - received_at, id);
`,
  postgres: `
  set local lock_timeout = '2s';
  create index if not exists work_items_by_assignee
    on work_items (brand_id, assignee_id, phase, created_at, id)
    where assignee_id is not null;
  create index if not exists work_items_by_follow_up
    on work_items (brand_id, phase, follow_up_at, id)
    where follow_up_at is not null;
  create index if not exists work_items_by_urgency on work_items (brand_id, phase,
    (priority_rank * 10000000000000
      - (extract(epoch from received_at at time zone 'UTC') * 1000)::bigint), id);
  create index if not exists work_items_by_status_and_urgency on work_items (brand_id, status,
    (priority_rank * 10000000000000
      - (extract(epoch from received_at at time zone 'UTC') * 1000)::bigint), id);
`,
};
