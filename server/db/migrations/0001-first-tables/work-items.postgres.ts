export const workItemsOnPostgres = `
  create table postcodes (
    country text collate "C" not null,
    postcode text collate "C" not null,
    latitude double precision not null,
    longitude double precision not null,
    primary key (country, postcode)
  );

  create table addresses (
    brand_id uuid not null references brands (id),
    id uuid not null,
    version bigint not null,
    country text not null,
    state_province text,
    city text not null,
    postal_code text not null,
    street text not null,
    street_number text not null,
    street_number_addition text not null,
    latitude double precision not null,
    longitude double precision not null,
    precision text not null,
    location_notes text,
    city_key text collate "C" not null,
    postal_code_key text collate "C" not null,
    created_at timestamptz not null,
    primary key (brand_id, id)
  );
  create index addresses_by_created on addresses (brand_id, created_at, id);
  create index addresses_by_city on addresses (brand_id, city_key, created_at, id);
  create index addresses_by_postal_code
    on addresses (brand_id, postal_code_key, created_at, id);

  create table customers (
    brand_id uuid not null references brands (id),
    id uuid not null,
    version bigint not null,
    indexed_version bigint not null default 0,
    name text not null,
    first_name text not null,
    last_name text not null,
    email text not null,
    phone text not null,
    email_key text collate "C",
    phone_key text collate "C",
    secondary_phone text,
    company_name text not null,
    is_company boolean not null,
    address_id uuid,
    notes text,
    tags jsonb,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by uuid,
    updated_by uuid,
    deleted_at timestamptz,
    archived_at timestamptz,
    merged_into uuid,
    primary key (brand_id, id),
    foreign key (brand_id, address_id) references addresses (brand_id, id)
  );
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
    brand_id uuid not null references brands (id),
    id uuid not null,
    kept_id uuid not null,
    merged_id uuid not null,
    changes jsonb not null,
    created_at timestamptz not null,
    undone_at timestamptz,
    primary key (brand_id, id),
    foreign key (brand_id, kept_id) references customers (brand_id, id),
    foreign key (brand_id, merged_id) references customers (brand_id, id)
  );
  create index customer_merges_by_kept on customer_merges (brand_id, kept_id, created_at, id);
  create index customer_merges_by_merged on customer_merges (brand_id, merged_id);

  create table merged_work_items (
    brand_id uuid not null,
    merge_id uuid not null,
    work_item_id uuid not null,
    primary key (brand_id, merge_id, work_item_id),
    foreign key (brand_id, merge_id) references customer_merges (brand_id, id)
      on delete cascade
  );

  create table former_work_items (
    brand_id uuid not null,
    customer_id uuid not null,
    work_item_id uuid not null,
    primary key (brand_id, customer_id, work_item_id)
  );

  create table work_items (
    brand_id uuid not null references brands (id),
    id uuid not null,
    version bigint not null,
    customer_id uuid not null,
    address_id uuid,
    title text not null,
    description text not null,
    phase text collate "C" not null,
    status text collate "C" not null,
    priority_rank smallint not null,
    category text,
    customer_signature text,
    scheduled_start timestamptz,
    scheduled_end timestamptz,
    actual_start timestamptz,
    actual_end timestamptz,
    source text not null,
    received_at timestamptz not null,
    custom_status_id uuid,
    estimated_cost bigint,
    final_cost bigint,
    budget_quote text,
    notes text,
    other_contact text,
    completion_notes text,
    tags jsonb,
    photo_count smallint,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by uuid,
    updated_by uuid,
    deleted_at timestamptz,
    archived_at timestamptz,
    primary key (brand_id, id),
    foreign key (brand_id, customer_id) references customers (brand_id, id),
    foreign key (brand_id, address_id) references addresses (brand_id, id)
  );
  create index work_items_by_created on work_items (brand_id, phase, created_at, id);
  create index work_items_by_updated on work_items (brand_id, phase, updated_at, id);
  create index work_items_by_received on work_items (brand_id, phase, received_at, id);
  create index work_items_by_scheduled
    on work_items (brand_id, phase, (coalesce(scheduled_start, 'infinity'::timestamptz)), id);
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

  create table work_item_search (
    brand_id uuid not null,
    id uuid not null,
    words tsvector not null,
    primary key (brand_id, id),
    foreign key (brand_id, id) references work_items (brand_id, id)
  );
  create index work_item_search_by_words on work_item_search using gin (words);

  create table address_search (
    brand_id uuid not null,
    id uuid not null,
    words tsvector not null,
    primary key (brand_id, id),
    foreign key (brand_id, id) references addresses (brand_id, id)
  );
  create index address_search_by_words on address_search using gin (words);

  create table customer_search (
    brand_id uuid not null,
    id uuid not null,
    words tsvector not null,
    primary key (brand_id, id),
    foreign key (brand_id, id) references customers (brand_id, id)
  );
  create index customer_search_by_words on customer_search using gin (words);

  create table search_refreshes (
    brand_id uuid not null,
    subject text not null,
    subject_id uuid not null,
    after_created_at timestamptz not null,
    after_id uuid not null,
    primary key (brand_id, subject_id)
  );

  create table lead_submissions (
    brand_id uuid not null,
    work_item_id uuid not null,
    body text not null,
    api_key_id uuid,
    request_id uuid not null,
    received_at timestamptz not null,
    primary key (brand_id, work_item_id),
    foreign key (brand_id, work_item_id) references work_items (brand_id, id)
  );

  create table idempotency_keys (
    brand_id uuid not null references brands (id),
    route text collate "C" not null,
    idempotency_key text collate "C" not null,
    body_hash text not null,
    response_status smallint not null,
    response_body text not null,
    work_item_id uuid not null,
    expires_at timestamptz not null,
    primary key (brand_id, route, idempotency_key)
  );
  create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
  create index idempotency_keys_by_work_item on idempotency_keys (brand_id, work_item_id);
`;
