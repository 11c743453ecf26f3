import type { Migration } from './migration.ts';

// What a member leaves behind: their name, and which key made or changed a webhook or a calendar link.
export const formerMembers: Migration = {
  number: 15,
  name: 'former members',
  sqlite: `
    create table former_members (
      brand_id text not null references brands (id),
      account_id text not null,
      name text not null,
      left_at integer not null,
      primary key (brand_id, account_id)
    ) strict, without rowid;
    alter table webhook_endpoints add column created_key_id text;
    alter table webhook_endpoints add column updated_key_id text;
    alter table calendar_links add column key_id text;
  `,
  postgres: `
    set local lock_timeout = '2s';
    create table former_members (
      brand_id uuid not null references brands (id),
      account_id uuid not null,
      name text not null,
      left_at timestamptz not null,
      primary key (brand_id, account_id)
    );
    alter table webhook_endpoints add column created_key_id uuid;
    alter table webhook_endpoints add column updated_key_id uuid;
    alter table calendar_links add column key_id uuid;
  `,
};
