export const jobsAndLogsOnPostgres = `
  create table jobs (
    brand_id uuid not null references brands (id),
    id uuid not null,
    kind text not null,
    subject uuid not null,
    lane text collate "C" not null,
    payload jsonb not null,
    due_at timestamptz not null,
    planned_at timestamptz,
    leased_until timestamptz,
    claims integer not null,
    failures integer not null,
    created_at timestamptz not null,
    primary key (brand_id, id)
  );
  create index jobs_by_due on jobs (due_at);
  create index jobs_by_kind on jobs (brand_id, kind);

  create table assets (
    brand_id uuid not null references brands (id),
    id uuid not null,
    content_hash text collate "C" not null,
    content_type text not null,
    size_bytes bigint not null,
    width integer not null,
    height integer not null,
    thumbnail_bytes bigint not null,
    created_at timestamptz not null,
    stored_at timestamptz,
    condemned_at timestamptz,
    primary key (brand_id, id)
  );
  create unique index assets_by_content on assets (brand_id, content_hash)
    where stored_at is not null and condemned_at is null;

  create table asset_totals (
    brand_id uuid primary key references brands (id),
    bytes bigint not null
  );

  create table photos (
    brand_id uuid not null,
    work_item_id uuid not null,
    position smallint not null,
    url text not null,
    status text not null,
    asset_id uuid,
    content_type text,
    size_bytes bigint,
    width integer,
    height integer,
    error text,
    primary key (brand_id, work_item_id, position),
    foreign key (brand_id, work_item_id) references work_items (brand_id, id),
    foreign key (brand_id, asset_id) references assets (brand_id, id)
  );
  create index photos_by_asset on photos (brand_id, asset_id) where asset_id is not null;

  create table events (
    brand_id uuid not null references brands (id),
    position bigint not null,
    type text not null,
    subject_id uuid not null,
    actor text not null,
    actor_id uuid,
    request_id uuid,
    changes jsonb,
    reason text,
    created_at timestamptz not null,
    primary key (brand_id, position)
  );
  create index events_by_subject on events (brand_id, subject_id, position);

  -- Committed but not yet numbered: db/events/events.ts.
  create table events_waiting (
    brand_id uuid not null references brands (id),
    seq bigint generated always as identity,
    type text not null,
    subject_id uuid not null,
    actor text not null,
    actor_id uuid,
    request_id uuid,
    changes jsonb,
    reason text,
    created_at timestamptz not null,
    primary key (brand_id, seq)
  );

  create table webhook_endpoints (
    brand_id uuid not null references brands (id),
    id uuid not null,
    version bigint not null,
    url text not null,
    url_by uuid,
    url_key_id uuid,
    description text,
    event_types jsonb,
    is_impersonal boolean not null default false,
    secret text not null,
    previous_secret text,
    previous_secret_until timestamptz,
    secret_by uuid,
    secret_key_id uuid,
    state text not null,
    disabled_reason text,
    after_position bigint not null,
    failing_since timestamptz,
    last_failed_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by uuid,
    created_key_id uuid,
    updated_by uuid,
    updated_key_id uuid,
    primary key (brand_id, id)
  );

  create table webhook_deliveries (
    brand_id uuid not null references brands (id),
    id uuid not null,
    endpoint_id uuid not null,
    event_position bigint,
    event_type text not null,
    subject_id uuid,
    payload text not null,
    status text not null,
    attempts integer not null,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    ended_at timestamptz,
    primary key (brand_id, id)
  );
  create index webhook_deliveries_by_endpoint on webhook_deliveries (brand_id, endpoint_id, id);
  create unique index webhook_deliveries_by_event
    on webhook_deliveries (brand_id, endpoint_id, event_position);
  create index webhook_deliveries_by_type
    on webhook_deliveries (brand_id, endpoint_id, event_type, id, status);
  create index webhook_deliveries_by_status
    on webhook_deliveries (brand_id, endpoint_id, status, id);
  create index webhook_deliveries_by_subject on webhook_deliveries (brand_id, subject_id);
  create index webhook_deliveries_by_created on webhook_deliveries (created_at);

  create table webhook_attempts (
    brand_id uuid not null,
    delivery_id uuid not null,
    number integer not null,
    url text not null,
    signature text not null,
    attempted_at timestamptz not null,
    duration_ms integer not null,
    response_status integer,
    response_start text,
    error text,
    primary key (brand_id, delivery_id, number),
    foreign key (brand_id, delivery_id) references webhook_deliveries (brand_id, id)
      on delete cascade
  );

  create table logged_requests (
    brand_id uuid not null,
    id uuid not null,
    key_id uuid,
    member_id uuid,
    method text not null,
    route text,
    path text,
    status integer not null,
    duration_ms integer not null,
    message text,
    body text,
    rescued_as uuid,
    primary key (brand_id, id)
  );
  create index logged_requests_refused on logged_requests (brand_id, id) where status >= 400;

  -- Unlogged: it is written for many requests, and worthless after a crash.
  create unlogged table rate_windows (
    subject text collate "C" primary key,
    started_at timestamptz not null,
    taken integer not null
  );

  create table imports (
    brand_id uuid not null references brands (id),
    id uuid not null,
    file_name text not null,
    content_hash text not null,
    status text not null,
    rows integer not null,
    done integer not null,
    created integer not null,
    refused integer not null,
    removed integer not null,
    kept integer not null,
    archived_customers integer not null,
    request_id uuid not null,
    created_by uuid not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    primary key (brand_id, id)
  );

  -- Text, not jsonb: entries hold submissions verbatim, and may have characters that jsonb refuses.
  create table import_batches (
    brand_id uuid not null,
    import_id uuid not null,
    number integer not null,
    entries text not null,
    primary key (brand_id, import_id, number),
    foreign key (brand_id, import_id) references imports (brand_id, id)
  );

  create table import_rows (
    brand_id uuid not null,
    import_id uuid not null,
    row_number integer not null,
    work_item_id uuid,
    customer_id uuid,
    is_new_customer boolean not null,
    messages text,
    undone_as text,
    primary key (brand_id, import_id, row_number),
    foreign key (brand_id, import_id) references imports (brand_id, id)
  );
`;
