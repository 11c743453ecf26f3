import type { Migration } from './migration.ts';

// brands.answer_minutes: null for the default, 0 for never. brands.logo: a PNG or JPEG as a data URL, of
// the live brand only. imports.makes: whether each row makes a lead or only a customer. push and email
// of notification_settings: the kinds of notification that a member gets that way. push_keys has one
// row, the keys of the installation. The previous release does not know the tables of accounts, so
// their rows go with the account.
export const notifications: Migration = {
  number: 5,
  name: 'notifications and settings of brands',
  sqlite: `
  alter table brands add column working_hours text;
  alter table brands add column answer_minutes integer;
  alter table brands add column customer_mails text;
  alter table brands add column trade text;
  alter table brands add column colour text;
  alter table brands add column logo text;
  alter table imports add column makes text not null default 'leads';

  create table push_keys (
    public_key text primary key not null,
    private_key text not null,
    created_at integer not null
  ) strict;

  create table push_subscriptions (
    account_id text not null references accounts (id) on delete cascade,
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
    account_id text not null references accounts (id) on delete cascade,
    push text not null,
    email text not null,
    quiet_from integer,
    quiet_until integer,
    asked_at integer,
    primary key (brand_id, account_id)
  ) strict, without rowid;
`,
  postgres: `
  set local lock_timeout = '2s';
  alter table brands add column working_hours text, add column answer_minutes integer,
    add column customer_mails text, add column trade text, add column colour text,
    add column logo text;
  alter table imports add column makes text not null default 'leads';

  create table push_keys (
    public_key text primary key,
    private_key text not null,
    created_at timestamptz not null
  );

  create table push_subscriptions (
    account_id uuid not null references accounts (id) on delete cascade,
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
    account_id uuid not null references accounts (id) on delete cascade,
    push text not null,
    email text not null,
    quiet_from integer,
    quiet_until integer,
    asked_at timestamptz,
    primary key (brand_id, account_id)
  );
`,
};
