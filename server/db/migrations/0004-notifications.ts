import type { Migration } from './migration.ts';

// brands.answer_minutes: null for the default, 0 for never. push and email of notification_settings: the
// kinds of notification that a member gets that way. push_keys has one row, the keys of the
// installation. customer_mails.once_key recognises a mail that was sent.
export const notifications: Migration = {
  number: 4,
  name: 'notifications',
  sqlite: `
  alter table brands add column working_hours text;
  alter table brands add column answer_minutes integer;
  alter table brands add column customer_mails text;

  create table push_keys (
    public_key text primary key not null,
    private_key text not null,
    created_at integer not null
  ) strict;

  create table push_subscriptions (
    account_id text not null references accounts (id),
    id text not null,
    session_id text,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    user_agent text not null,
    created_at integer not null,
    primary key (account_id, id)
  ) strict, without rowid;
  create unique index push_subscriptions_by_endpoint on push_subscriptions (endpoint);

  create table notification_settings (
    brand_id text not null references brands (id),
    account_id text not null references accounts (id),
    push text not null,
    email text not null,
    quiet_from integer,
    quiet_until integer,
    asked_at integer,
    primary key (brand_id, account_id)
  ) strict, without rowid;

  create table customer_mails (
    brand_id text not null references brands (id),
    id text not null,
    work_item_id text not null,
    kind text not null,
    once_key text not null,
    state text not null,
    scheduled_start integer,
    scheduled_end integer,
    created_at integer not null,
    primary key (brand_id, id)
  ) strict, without rowid;
  create unique index customer_mails_by_once_key on customer_mails (brand_id, once_key);
  create index customer_mails_by_work_item on customer_mails (brand_id, work_item_id);
`,
  postgres: `
  set local lock_timeout = '2s';
  alter table brands add column working_hours text, add column answer_minutes integer,
    add column customer_mails text;

  create table push_keys (
    public_key text primary key,
    private_key text not null,
    created_at timestamptz not null
  );

  create table push_subscriptions (
    account_id uuid not null references accounts (id),
    id uuid not null,
    session_id uuid,
    endpoint text collate "C" not null,
    p256dh text not null,
    auth text not null,
    user_agent text not null,
    created_at timestamptz not null,
    primary key (account_id, id)
  );
  create unique index push_subscriptions_by_endpoint on push_subscriptions (endpoint);

  create table notification_settings (
    brand_id uuid not null references brands (id),
    account_id uuid not null references accounts (id),
    push text not null,
    email text not null,
    quiet_from integer,
    quiet_until integer,
    asked_at timestamptz,
    primary key (brand_id, account_id)
  );

  create table customer_mails (
    brand_id uuid not null references brands (id),
    id uuid not null,
    work_item_id uuid not null,
    kind text not null,
    once_key text collate "C" not null,
    state text not null,
    scheduled_start timestamptz,
    scheduled_end timestamptz,
    created_at timestamptz not null,
    primary key (brand_id, id)
  );
  create unique index customer_mails_by_once_key on customer_mails (brand_id, once_key);
  create index customer_mails_by_work_item on customer_mails (brand_id, work_item_id);
`,
};
