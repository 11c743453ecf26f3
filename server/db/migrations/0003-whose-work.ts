import type { Migration } from './migration.ts';

// work_items.assignee_id: a member, who may have left. The indexes are partial: most leads have
// neither an assignee nor a follow-up, so they cost a new lead nothing. work_item_notes: who added
// which part of work_items.notes, which has the whole text.
export const whoseWork: Migration = {
  number: 3,
  name: 'whose work',
  sqlite: `
  alter table work_items add column assignee_id text;
  alter table work_items add column follow_up_at integer;
  create index work_items_by_assignee on work_items (brand_id, assignee_id, phase, created_at, id)
    where assignee_id is not null;
  create index work_items_by_follow_up on work_items (brand_id, phase, follow_up_at, id)
    where follow_up_at is not null;

  create table work_item_notes (
    brand_id text not null,
    id text not null,
    work_item_id text not null,
    text text not null,
    actor text not null,
    actor_id text,
    created_at integer not null,
    edited_at integer,
    primary key (brand_id, id),
    foreign key (brand_id, work_item_id) references work_items (brand_id, id) on delete cascade
  ) strict, without rowid;
  create index work_item_notes_by_item on work_item_notes (brand_id, work_item_id, id);
`,
  postgres: `
  set local lock_timeout = '2s';
  alter table work_items add column assignee_id uuid;
  alter table work_items add column follow_up_at timestamptz;
  create index if not exists work_items_by_assignee
    on work_items (brand_id, assignee_id, phase, created_at, id)
    where assignee_id is not null;
  create index if not exists work_items_by_follow_up on work_items (brand_id, phase, follow_up_at, id)
    where follow_up_at is not null;

  create table work_item_notes (
    brand_id uuid not null,
    id uuid not null,
    work_item_id uuid not null,
    text text not null,
    actor text not null,
    actor_id uuid,
    created_at timestamptz not null,
    edited_at timestamptz,
    primary key (brand_id, id),
    foreign key (brand_id, work_item_id) references work_items (brand_id, id) on delete cascade
  );
  create index work_item_notes_by_item on work_item_notes (brand_id, work_item_id, id);
`,
};
