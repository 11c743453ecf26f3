export const accountsOnSqlite = `
  create table brands (
    id text primary key not null,
    name text not null,
    country text not null,
    time_zone text,
    language text,
    created_at integer not null,
    -- The test side of a brand is a row of its own, so its records are apart like another brand's.
    test_of text unique references brands (id),
    -- Records of the test side from before this time are being deleted.
    empty_before integer
  ) strict;
  create index brands_to_empty on brands (id) where empty_before is not null;

  -- An account is one person, who may be a member of several brands.
  create table accounts (
    id text not null primary key,
    email_key text not null unique,
    email text not null,
    email_proven_at integer,
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

  -- The name of a removed member, for the records they created.
  create table former_members (
    brand_id text not null references brands (id),
    account_id text not null,
    name text not null,
    left_at integer not null,
    primary key (brand_id, account_id)
  ) strict, without rowid;

  -- Sessions, links and keys are looked up by a hash, before the brand is known.
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

  -- email_proof_hash is a second secret, sent only by mail: it proves who owns the address.
  create table account_links (
    token_hash text not null primary key,
    id text not null,
    purpose text not null,
    brand_id text references brands (id),
    account_id text references accounts (id),
    email text,
    email_proof_hash text,
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

  -- unused_until: a key that was printed to a log expires then, unless it was used.
  create table api_keys (
    brand_id text not null references brands (id),
    id text not null,
    name text not null,
    key_hash text not null,
    key_start text not null,
    scopes text not null,
    is_impersonal integer not null default 0,
    created_at integer not null,
    created_by text,
    expires_at integer,
    unused_until integer,
    last_used_at integer,
    revoked_at integer,
    rotated_from text,
    primary key (brand_id, id)
  ) strict;
  create unique index api_keys_by_hash on api_keys (key_hash);

  create table calendar_links (
    brand_id text not null references brands (id),
    id text not null,
    name text not null,
    token_hash text not null,
    member_id text,
    created_at integer not null,
    created_by text,
    key_id text,
    primary key (brand_id, id)
  ) strict, without rowid;
  create unique index calendar_links_by_hash on calendar_links (token_hash);

  create table revisions (
    subject text primary key not null,
    revision integer not null
  ) strict;
  insert into revisions (subject, revision)
    values ('apiKeys', 1), ('sessions', 0), ('clockSetBack', 0);

  -- cursors seals list cursors. The database draws it, so servers that start together share one.
  create table installation_secrets (name text primary key not null, secret text not null)
    strict, without rowid;
  insert into installation_secrets values ('cursors', lower(hex(randomblob(32))));
`;
