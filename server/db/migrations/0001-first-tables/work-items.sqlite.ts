export const workItemsOnSqlite = `
  create table postcodes (
    country text not null,
    postcode text not null,
    latitude real not null,
    longitude real not null,
    primary key (country, postcode)
  ) strict, without rowid;

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

  -- indexed_version is the customer version in the word index: a higher version means stale words.
  -- Email and phone indexes include archived customers.
  create table customers (
    seq integer primary key,
    brand_id text not null references brands (id),
    id text not null,
    version integer not null,
    indexed_version integer not null default 0,
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
    merged_into text,
    foreign key (brand_id, address_id) references addresses (brand_id, id)
  ) strict;
  create unique index customers_by_id on customers (brand_id, id);
  create index customers_by_email on customers (brand_id, email_key)
    where email_key is not null;
  create index customers_by_phone on customers (brand_id, phone_key)
    where phone_key is not null;
  create index customers_by_created on customers (brand_id, created_at, id);
  create index customers_by_updated on customers (brand_id, updated_at, id);
  create index customers_archived on customers (brand_id, created_at, id)
    where archived_at is not null;
  create index customers_tagged on customers (brand_id, created_at, id)
    where tags is not null;
  create index customers_by_merged_into on customers (brand_id, merged_into)
    where merged_into is not null;
  create index customers_not_indexed on customers (brand_id, id)
    where indexed_version <> version;
  create index customers_by_address on customers (brand_id, address_id)
    where address_id is not null;

  create table customer_merges (
    brand_id text not null references brands (id),
    id text not null,
    kept_id text not null,
    merged_id text not null,
    changes text not null,
    created_at integer not null,
    undone_at integer,
    primary key (brand_id, id),
    foreign key (brand_id, kept_id) references customers (brand_id, id),
    foreign key (brand_id, merged_id) references customers (brand_id, id)
  ) strict, without rowid;
  create index customer_merges_by_kept on customer_merges (brand_id, kept_id, created_at, id);
  create index customer_merges_by_merged on customer_merges (brand_id, merged_id);

  create table merged_work_items (
    brand_id text not null,
    merge_id text not null,
    work_item_id text not null,
    primary key (brand_id, merge_id, work_item_id),
    foreign key (brand_id, merge_id) references customer_merges (brand_id, id)
      on delete cascade
  ) strict, without rowid;

  create table former_work_items (
    brand_id text not null,
    customer_id text not null,
    work_item_id text not null,
    primary key (brand_id, customer_id, work_item_id)
  ) strict, without rowid;

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
    other_contact text,
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
  create index work_items_by_address
    on work_items (brand_id, address_id, created_at, id)
    where address_id is not null;
  create index work_items_other_contact on work_items (brand_id, id)
    where other_contact is not null;
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

  create virtual table customer_search using fts5 (
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
  insert into customer_search (customer_search, rank)
    values ('automerge', 0), ('usermerge', 16), ('crisismerge', 64);

  create table search_refreshes (
    brand_id text not null,
    subject text not null,
    subject_id text not null,
    after_created_at integer not null,
    after_id text not null,
    primary key (brand_id, subject_id)
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

  -- Swept for all brands at once, by expiry.
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
  create index idempotency_keys_by_work_item on idempotency_keys (brand_id, work_item_id);
`;
