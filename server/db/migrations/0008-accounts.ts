import { accountsOnPostgres } from './0008-accounts.postgres.ts';
import type { Migration } from './migration.ts';

// A person is one account, whatever brands they work for, so accounts and what hangs on them alone do not
// begin with a brand. Sessions and links are found by the hash of what the browser or the link brings.
// Requests of members come without a key.
export const accounts: Migration = {
  number: 8,
  name: 'accounts',
  sqlite: `
    create table accounts (
      id text not null primary key,
      email_key text not null unique,
      email text not null,
      name text not null,
      password_hash text,
      language text not null,
      created_at integer not null,
      updated_at integer not null
    ) strict, without rowid;

    create table members (
      brand_id text not null references brands (id),
      account_id text not null references accounts (id),
      role text not null,
      created_at integer not null,
      created_by text,
      last_seen_at integer,
      primary key (brand_id, account_id)
    ) strict, without rowid;
    create index members_by_account on members (account_id);

    create table sessions (
      token_hash text not null primary key,
      id text not null,
      account_id text not null references accounts (id),
      brand_id text not null references brands (id),
      created_at integer not null,
      last_used_at integer not null,
      user_agent text not null,
      address text not null
    ) strict, without rowid;
    create index sessions_by_account on sessions (account_id);
    create index sessions_by_use on sessions (last_used_at);

    create table account_links (
      token_hash text not null primary key,
      id text not null,
      purpose text not null,
      brand_id text references brands (id),
      account_id text references accounts (id),
      email text,
      role text,
      created_at integer not null,
      created_by text,
      expires_at integer
    ) strict, without rowid;
    create index account_links_by_brand on account_links (brand_id) where brand_id is not null;
    create index account_links_by_account on account_links (account_id)
      where account_id is not null;
    create index account_links_by_expiry on account_links (expires_at)
      where expires_at is not null;

    create table passkeys (
      account_id text not null references accounts (id),
      id text not null,
      credential_id text not null unique,
      public_key text not null,
      counter integer not null,
      transports text not null,
      name text not null,
      created_at integer not null,
      last_used_at integer,
      primary key (account_id, id)
    ) strict, without rowid;

    create table passkey_challenges (
      id text not null primary key,
      challenge text not null,
      account_id text references accounts (id),
      expires_at integer not null
    ) strict, without rowid;
    create index passkey_challenges_by_account on passkey_challenges (account_id)
      where account_id is not null;
    create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

    alter table brands add column language text;
    alter table logged_requests alter column key_id drop not null;
    insert into revisions (subject, revision) values ('sessions', 0);
  `,
  postgres: accountsOnPostgres,
};
