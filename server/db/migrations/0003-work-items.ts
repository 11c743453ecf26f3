import type { Migration } from './migration.ts';

// work_items.assignee_id: a member, who may have left. hours_worked, materials and signed_by: what a
// finished job adds to its work report. work_item_notes: who added which part of work_items.notes,
// which has the whole text. customer_mails.once_key: the occasion, so that no mail is sent twice;
// customer_id: to whom; keep_until: when nothing asks for the row any more.
export const workItems: Migration = {
  number: 3,
  name: 'columns and tables of work items',
  sqlite: `
  alter table work_items add column assignee_id text;
  alter table work_items add column follow_up_at integer;
  alter table work_items add column hours_worked text;
  alter table work_items add column materials text;
  alter table work_items add column signed_by text;

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

  create table customer_mails (
    brand_id text not null,
    id text not null,
    work_item_id text not null,
    customer_id text not null,
    kind text not null,
    once_key text not null,
    state text not null,
    scheduled_start integer,
    scheduled_end integer,
    created_at integer not null,
    keep_until integer not null,
    primary key (brand_id, id),
    foreign key (brand_id, work_item_id) references work_items (brand_id, id) on delete cascade
  ) strict, without rowid;
  create unique index customer_mails_by_once_key on customer_mails (brand_id, once_key);
  create index customer_mails_by_work_item on customer_mails (brand_id, work_item_id);
  create index customer_mails_by_expiry on customer_mails (keep_until);
`,
  postgres: `
  set local lock_timeout = '2s';
  alter table work_items
    add column if not exists assignee_id uuid,
    add column if not exists follow_up_at timestamptz,
    add column if not exists hours_worked text,
    add column if not exists materials text,
    add column if not exists signed_by text;

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

  create table customer_mails (
    brand_id uuid not null,
    id uuid not null,
    work_item_id uuid not null,
    customer_id uuid not null,
    kind text not null,
    once_key text collate "C" not null,
    state text not null,
    scheduled_start timestamptz,
    scheduled_end timestamptz,
    created_at timestamptz not null,
    keep_until timestamptz not null,
    primary key (brand_id, id),
    foreign key (brand_id, work_item_id) references work_items (brand_id, id) on delete cascade
  );
  create unique index customer_mails_by_once_key on customer_mails (brand_id, once_key);
  create index customer_mails_by_work_item on customer_mails (brand_id, work_item_id);
  create index customer_mails_by_expiry on customer_mails (keep_until);
`,
};
