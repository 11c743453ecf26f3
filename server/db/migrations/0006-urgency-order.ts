import type { Migration } from './migration.ts';

/** Lists by `urgency`: the expressions must equal those of the dialects. */
export const urgencyOrder: Migration = {
  number: 6,
  name: 'order by urgency',
  sqlite: `
  create index work_items_by_urgency
    on work_items (brand_id, phase, priority_rank * 10000000000000 - received_at, id);
  create index work_items_by_status_and_urgency
    on work_items (brand_id, status, priority_rank * 10000000000000 - received_at, id);
`,
  postgres: `
  create index work_items_by_urgency on work_items (brand_id, phase,
    (priority_rank * 10000000000000
      - (extract(epoch from received_at at time zone 'UTC') * 1000)::bigint), id);
  create index work_items_by_status_and_urgency on work_items (brand_id, status,
    (priority_rank * 10000000000000
      - (extract(epoch from received_at at time zone 'UTC') * 1000)::bigint), id);
`,
};
