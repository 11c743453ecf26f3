export const accountsOnPostgres = `
    create table accounts (
      id uuid not null primary key,
      email_key text not null unique,
      email text not null,
      name text not null,
      password_hash text,
      language text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );

    create table members (
      brand_id uuid not null references brands (id),
      account_id uuid not null references accounts (id),
      role text not null,
      created_at timestamptz not null,
      created_by uuid,
      last_seen_at timestamptz,
      primary key (brand_id, account_id)
    );
    create index members_by_account on members (account_id);

    create table sessions (
      token_hash text collate "C" not null primary key,
      id uuid not null,
      account_id uuid not null references accounts (id),
      brand_id uuid not null references brands (id),
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      user_agent text not null,
      address text not null
    );
    create index sessions_by_account on sessions (account_id);
    create index sessions_by_use on sessions (last_used_at);

    create table account_links (
      token_hash text collate "C" not null primary key,
      id uuid not null,
      purpose text not null,
      brand_id uuid references brands (id),
      account_id uuid references accounts (id),
      email text,
      role text,
      created_at timestamptz not null,
      created_by uuid,
      expires_at timestamptz
    );
    create index account_links_by_brand on account_links (brand_id) where brand_id is not null;
    create index account_links_by_account on account_links (account_id)
      where account_id is not null;
    create index account_links_by_expiry on account_links (expires_at)
      where expires_at is not null;

    create table passkeys (
      account_id uuid not null references accounts (id),
      id uuid not null,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      primary key (account_id, id)
    );

    create table passkey_challenges (
      id uuid not null primary key,
      challenge text not null,
      account_id uuid references accounts (id),
      expires_at timestamptz not null
    );
    create index passkey_challenges_by_account on passkey_challenges (account_id)
      where account_id is not null;
    create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

    alter table brands add column language text;
    alter table logged_requests alter column key_id drop not null;
    insert into revisions (subject, revision) values ('sessions', 0);
  `;
