import { firstTablesOnPostgres } from './0001-first-tables.postgres.ts';
import type { Migration } from './migration.ts';

// Times are milliseconds since 1970 on SQLite, times on PostgreSQL. Keys and indexes of what a brand owns begin with the brand, but for
// four: `seq`, which numbers rows in the order they came, as SQLite's search index needs it; PostgreSQL's
// search indexes, whose words begin with a tag of the brand instead; the hash of an
// API key, by which the brand is found; and the expiry of idempotency keys, which are swept for all brands
// at once. Postcodes are nobody's own. Numbers stand here as they are, also those that the program has
// a name for: a migration that was released must not change with the program.
export const firstTables: Migration = {
  number: 1,
  name: 'first tables',
  sqlite: `
    create table brands (
      id text primary key not null,
      name text not null,
      country text not null,
      created_at integer not null
    ) strict;

    create table api_keys (
      brand_id text not null references brands (id),
      id text not null,
      name text not null,
      key_hash text not null,
      key_start text not null,
      scopes text not null,
      created_at integer not null,
      created_by text,
      expires_at integer,
      last_used_at integer,
      revoked_at integer,
      rotated_from text,
      primary key (brand_id, id)
    ) strict;
    create unique index api_keys_by_hash on api_keys (key_hash);

    create table revisions (
      subject text primary key not null,
      revision integer not null
    ) strict;
    insert into revisions (subject, revision) values ('apiKeys', 1), ('clockSetBack', 0);

    create table addresses (
      seq integer primary key,
      brand_id text not null references brands (id),
      id text not null,
      version integer not null,
      country text not null,
      state_province text,
      city text not null,
      postal_code text not null,
      street text not null,
      street_number text not null,
      street_number_addition text not null,
      latitude real not null,
      longitude real not null,
      precision text not null,
      location_notes text,
      city_key text not null,
      postal_code_key text not null,
      created_at integer not null
    ) strict;
    create unique index addresses_by_id on addresses (brand_id, id);
    create index addresses_by_created on addresses (brand_id, created_at, id);
    create index addresses_by_city on addresses (brand_id, city_key, created_at, id);
    create index addresses_by_postal_code
      on addresses (brand_id, postal_code_key, created_at, id);

    create table customers (
      seq integer primary key,
      brand_id text not null references brands (id),
      id text not null,
      version integer not null,
      name text not null,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text not null,
      email_key text,
      phone_key text,
      secondary_phone text,
      company_name text not null,
      is_company integer not null,
      address_id text,
      notes text,
      tags text,
      created_at integer not null,
      updated_at integer not null,
      created_by text,
      updated_by text,
      deleted_at integer,
      archived_at integer,
      foreign key (brand_id, address_id) references addresses (brand_id, id)
    ) strict;
    create unique index customers_by_id on customers (brand_id, id);
    create index customers_by_email on customers (brand_id, email_key)
      where email_key is not null and archived_at is null and deleted_at is null;
    create index customers_by_phone on customers (brand_id, phone_key)
      where phone_key is not null and archived_at is null and deleted_at is null;

    create table work_items (
      seq integer primary key,
      brand_id text not null references brands (id),
      id text not null,
      version integer not null,
      customer_id text not null,
      address_id text,
      title text not null,
      description text not null,
      phase text not null,
      status text not null,
      priority_rank integer not null,
      category text,
      customer_signature text,
      scheduled_start integer,
      scheduled_end integer,
      actual_start integer,
      actual_end integer,
      source text not null,
      received_at integer not null,
      custom_status_id text,
      estimated_cost integer,
      final_cost integer,
      budget_quote text,
      notes text,
      completion_notes text,
      tags text,
      photo_count integer,
      created_at integer not null,
      updated_at integer not null,
      created_by text,
      updated_by text,
      deleted_at integer,
      archived_at integer,
      foreign key (brand_id, customer_id) references customers (brand_id, id),
      foreign key (brand_id, address_id) references addresses (brand_id, id)
    ) strict;
    create unique index work_items_by_id on work_items (brand_id, id);
    create index work_items_by_created on work_items (brand_id, phase, created_at, id);
    create index work_items_by_updated on work_items (brand_id, phase, updated_at, id);
    create index work_items_by_received on work_items (brand_id, phase, received_at, id);
    create index work_items_by_scheduled
      on work_items (brand_id, phase, coalesce(scheduled_start, 9007199254740991), id);
    create index work_items_by_priority on work_items (brand_id, phase, priority_rank, id);
    create index work_items_by_status on work_items (brand_id, status, created_at, id);
    create index work_items_by_customer on work_items (brand_id, customer_id, created_at, id);
    create index work_items_by_address on work_items (brand_id, address_id)
      where address_id is not null;
    create index work_items_archived on work_items (brand_id, phase, created_at, id)
      where archived_at is not null;
    create index work_items_tagged on work_items (brand_id, phase, created_at, id)
      where tags is not null;

    create virtual table work_item_search using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    insert into work_item_search (work_item_search, rank)
      values ('automerge', 0), ('usermerge', 16), ('crisismerge', 64);
    create virtual table address_search using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    insert into address_search (address_search, rank)
      values ('automerge', 0), ('usermerge', 16), ('crisismerge', 64);

    create table search_refreshes (
      brand_id text not null,
      customer_id text not null,
      after_created_at integer not null,
      after_id text not null,
      primary key (brand_id, customer_id)
    ) strict, without rowid;

    create table photos (
      brand_id text not null,
      work_item_id text not null,
      position integer not null,
      url text not null,
      status text not null,
      asset_id text,
      content_type text,
      size_bytes integer,
      width integer,
      height integer,
      error text,
      primary key (brand_id, work_item_id, position),
      foreign key (brand_id, work_item_id) references work_items (brand_id, id)
    ) strict, without rowid;

    create table lead_submissions (
      brand_id text not null,
      work_item_id text not null,
      body text not null,
      api_key_id text,
      request_id text not null,
      received_at integer not null,
      primary key (brand_id, work_item_id),
      foreign key (brand_id, work_item_id) references work_items (brand_id, id)
    ) strict, without rowid;

    create table idempotency_keys (
      brand_id text not null references brands (id),
      route text not null,
      idempotency_key text not null,
      body_hash text not null,
      response_status integer not null,
      response_body text not null,
      work_item_id text not null,
      expires_at integer not null,
      primary key (brand_id, route, idempotency_key)
    ) strict;
    create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

    create table postcodes (
      country text not null,
      postcode text not null,
      latitude real not null,
      longitude real not null,
      primary key (country, postcode)
    ) strict, without rowid;
  `,
  postgres: firstTablesOnPostgres,
};
