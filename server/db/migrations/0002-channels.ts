import type { Migration } from './migration.ts';

// channels.address: the id of a form, the secret of a hook's URL, or the local part of a mail address. It
// is looked up without the brand. intakes: everything that came in through a channel, and refused
// leads of the API and of imports. once_key recognises a repeated post, visit one visitor of a form.
// mail_messages: which lead a mail belongs to, for replies. distinct_customers: pairs that a
// person told apart, the smaller id first.
export const channels: Migration = {
  number: 2,
  name: 'channels and intakes',
  sqlite: `
  create table channels (
    brand_id text not null references brands (id),
    id text not null,
    version integer not null,
    type text not null,
    name text not null,
    address text not null,
    settings text not null,
    mailbox_url text,
    mailbox_error text,
    mailbox_mark text,
    mailbox_due_at integer,
    dropped integer not null,
    created_at integer not null,
    created_by text,
    deleted_at integer,
    primary key (brand_id, id)
  ) strict, without rowid;
  create unique index channels_by_address on channels (address);

  create table intakes (
    brand_id text not null references brands (id),
    id text not null,
    channel_id text,
    source text not null,
    state text not null,
    reason text,
    refusal text,
    lead text,
    sent text,
    content_type text,
    body text,
    body_encoding text not null,
    file_count integer not null,
    work_item_id text,
    once_key text,
    visit text,
    received_at integer not null,
    discarded_at integer,
    decided_by text,
    primary key (brand_id, id)
  ) strict;
  create index intakes_by_channel on intakes (brand_id, channel_id, id);
  create index intakes_open on intakes (brand_id, id)
    where state in ('held', 'refused') and discarded_at is null;
  create index intakes_held on intakes (brand_id, channel_id, id)
    where state = 'held' and discarded_at is null;
  create index intakes_refused on intakes (brand_id, channel_id, id)
    where state = 'refused' and discarded_at is null;
  create index intakes_discarded on intakes (brand_id, channel_id, id)
    where discarded_at is not null;
  create index intakes_of_api on intakes (brand_id, id)
    where source = 'api' and state = 'refused';
  create index intakes_by_work_item on intakes (brand_id, work_item_id)
    where work_item_id is not null;
  create index intakes_by_once_key on intakes (brand_id, once_key) where once_key is not null;
  create index intakes_by_visit on intakes (brand_id, visit) where visit is not null;

  create table intake_files (
    brand_id text not null,
    intake_id text not null,
    position integer not null,
    name text not null,
    content_type text not null,
    size_bytes integer not null,
    bytes text not null,
    primary key (brand_id, intake_id, position),
    foreign key (brand_id, intake_id) references intakes (brand_id, id) on delete cascade
  ) strict;

  create table mail_messages (
    brand_id text not null references brands (id),
    message_key text not null,
    work_item_id text not null,
    created_at integer not null,
    primary key (brand_id, message_key)
  ) strict, without rowid;
  create index mail_messages_by_work_item on mail_messages (brand_id, work_item_id);
  create index mail_messages_by_time on mail_messages (created_at);

  create table doubtful_leads (
    brand_id text not null,
    work_item_id text not null,
    other_name text not null,
    created_at integer not null,
    settled_at integer,
    primary key (brand_id, work_item_id),
    foreign key (brand_id, work_item_id) references work_items (brand_id, id)
  ) strict, without rowid;
  create index doubtful_leads_open on doubtful_leads (brand_id, work_item_id)
    where settled_at is null;

  create table distinct_customers (
    brand_id text not null references brands (id),
    one_id text not null,
    other_id text not null,
    created_at integer not null,
    primary key (brand_id, one_id, other_id)
  ) strict, without rowid;
`,
  postgres: `
  create table channels (
    brand_id uuid not null references brands (id),
    id uuid not null,
    version bigint not null,
    type text not null,
    name text not null,
    address text collate "C" not null,
    settings text not null,
    mailbox_url text,
    mailbox_error text,
    mailbox_mark text,
    mailbox_due_at timestamptz,
    dropped integer not null,
    created_at timestamptz not null,
    created_by uuid,
    deleted_at timestamptz,
    primary key (brand_id, id)
  );
  create unique index channels_by_address on channels (address);

  create table intakes (
    brand_id uuid not null references brands (id),
    id uuid not null,
    channel_id uuid,
    source text not null,
    state text not null,
    reason text,
    refusal text,
    lead text,
    sent text,
    content_type text,
    body text,
    body_encoding text not null,
    file_count integer not null,
    work_item_id uuid,
    once_key text collate "C",
    visit text collate "C",
    received_at timestamptz not null,
    discarded_at timestamptz,
    decided_by uuid,
    primary key (brand_id, id)
  );
  create index intakes_by_channel on intakes (brand_id, channel_id, id);
  create index intakes_open on intakes (brand_id, id)
    where state in ('held', 'refused') and discarded_at is null;
  create index intakes_held on intakes (brand_id, channel_id, id)
    where state = 'held' and discarded_at is null;
  create index intakes_refused on intakes (brand_id, channel_id, id)
    where state = 'refused' and discarded_at is null;
  create index intakes_discarded on intakes (brand_id, channel_id, id)
    where discarded_at is not null;
  create index intakes_of_api on intakes (brand_id, id)
    where source = 'api' and state = 'refused';
  create index intakes_by_work_item on intakes (brand_id, work_item_id)
    where work_item_id is not null;
  create index intakes_by_once_key on intakes (brand_id, once_key) where once_key is not null;
  create index intakes_by_visit on intakes (brand_id, visit) where visit is not null;

  create table intake_files (
    brand_id uuid not null,
    intake_id uuid not null,
    position smallint not null,
    name text not null,
    content_type text not null,
    size_bytes bigint not null,
    bytes text not null,
    primary key (brand_id, intake_id, position),
    foreign key (brand_id, intake_id) references intakes (brand_id, id) on delete cascade
  );

  create table mail_messages (
    brand_id uuid not null references brands (id),
    message_key text collate "C" not null,
    work_item_id uuid not null,
    created_at timestamptz not null,
    primary key (brand_id, message_key)
  );
  create index mail_messages_by_work_item on mail_messages (brand_id, work_item_id);
  create index mail_messages_by_time on mail_messages (created_at);

  create table doubtful_leads (
    brand_id uuid not null,
    work_item_id uuid not null,
    other_name text not null,
    created_at timestamptz not null,
    settled_at timestamptz,
    primary key (brand_id, work_item_id),
    foreign key (brand_id, work_item_id) references work_items (brand_id, id)
  );
  create index doubtful_leads_open on doubtful_leads (brand_id, work_item_id)
    where settled_at is null;

  create table distinct_customers (
    brand_id uuid not null references brands (id),
    one_id uuid not null,
    other_id uuid not null,
    created_at timestamptz not null,
    primary key (brand_id, one_id, other_id)
  );
`,
};
