export const accountsOnPostgres = `
  create table brands (
    id uuid primary key,
    name text not null,
    country text not null,
    time_zone text,
    language text,
    created_at timestamptz not null,
    -- The test side of a brand is a row of its own, so its records are apart like another brand's.
    test_of uuid unique references brands (id),
    -- Records of the test side from before this time are being deleted.
    empty_before timestamptz
  );
  create index brands_to_empty on brands (id) where empty_before is not null;

  create table accounts (
    id uuid not null primary key,
    email_key text not null unique,
    email text not null,
    email_proven_at timestamptz,
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

  create table former_members (
    brand_id uuid not null references brands (id),
    account_id uuid not null,
    name text not null,
    left_at timestamptz not null,
    primary key (brand_id, account_id)
  );

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
    email_proof_hash text,
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

  create table api_keys (
    brand_id uuid not null references brands (id),
    id uuid not null,
    name text not null,
    key_hash text not null,
    key_start text not null,
    scopes text not null,
    is_impersonal boolean not null default false,
    created_at timestamptz not null,
    created_by uuid,
    expires_at timestamptz,
    unused_until timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz,
    rotated_from uuid,
    primary key (brand_id, id)
  );
  create unique index api_keys_by_hash on api_keys (key_hash);

  create table calendar_links (
    brand_id uuid not null references brands (id),
    id uuid not null,
    name text not null,
    token_hash text not null,
    member_id uuid,
    created_at timestamptz not null,
    created_by uuid,
    key_id uuid,
    primary key (brand_id, id)
  );
  create unique index calendar_links_by_hash on calendar_links (token_hash);

  create table revisions (
    subject text primary key,
    revision bigint not null
  );
  insert into revisions (subject, revision)
    values ('apiKeys', 1), ('sessions', 0), ('clockSetBack', 0);

  create table installation_secrets (name text primary key, secret text not null);
  insert into installation_secrets
    values ('cursors', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
`;
