export const jobsAndLogsOnSqlite = `
  -- Jobs are claimed for all brands at once, so jobs_by_due does not begin with the brand.
  -- A planned_at in the future means that the clock was set back.
  create table jobs (
    brand_id text not null references brands (id),
    id text not null,
    kind text not null,
    subject text not null,
    lane text not null,
    payload text not null,
    due_at integer not null,
    planned_at integer,
    leased_until integer,
    claims integer not null,
    failures integer not null,
    created_at integer not null,
    primary key (brand_id, id)
  ) strict, without rowid;
  create index jobs_by_due on jobs (due_at);
  create index jobs_by_kind on jobs (brand_id, kind);

  create table assets (
    brand_id text not null references brands (id),
    id text not null,
    content_hash text not null,
    content_type text not null,
    size_bytes integer not null,
    width integer not null,
    height integer not null,
    thumbnail_bytes integer not null,
    created_at integer not null,
    stored_at integer,
    condemned_at integer,
    primary key (brand_id, id)
  ) strict, without rowid;
  create unique index assets_by_content on assets (brand_id, content_hash)
    where stored_at is not null and condemned_at is null;

  -- A row is inserted when a brand is first counted.
  create table asset_totals (
    brand_id text primary key not null references brands (id),
    bytes integer not null
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
    foreign key (brand_id, work_item_id) references work_items (brand_id, id),
    foreign key (brand_id, asset_id) references assets (brand_id, id)
  ) strict, without rowid;
  create index photos_by_asset on photos (brand_id, asset_id) where asset_id is not null;

  -- A brand numbers its events from 1 without gaps: db/events/events.ts.
  create table events (
    brand_id text not null references brands (id),
    position integer not null,
    type text not null,
    subject_id text not null,
    actor text not null,
    actor_id text,
    request_id text,
    changes text,
    reason text,
    created_at integer not null,
    primary key (brand_id, position)
  ) strict, without rowid;
  create index events_by_subject on events (brand_id, subject_id, position);

  -- url_by and secret_by: the member who set the URL, and who saw the secret.
  create table webhook_endpoints (
    brand_id text not null references brands (id),
    id text not null,
    version integer not null,
    url text not null,
    url_by text,
    url_key_id text,
    description text,
    event_types text,
    is_impersonal integer not null default 0,
    secret text not null,
    previous_secret text,
    previous_secret_until integer,
    secret_by text,
    secret_key_id text,
    state text not null,
    disabled_reason text,
    after_position integer not null,
    failing_since integer,
    last_failed_at integer,
    created_at integer not null,
    updated_at integer not null,
    created_by text,
    created_key_id text,
    updated_by text,
    updated_key_id text,
    primary key (brand_id, id)
  ) strict, without rowid;

  -- Old deliveries are swept for all brands at once, by webhook_deliveries_by_created.
  create table webhook_deliveries (
    brand_id text not null references brands (id),
    id text not null,
    endpoint_id text not null,
    event_position integer,
    event_type text not null,
    subject_id text,
    payload text not null,
    status text not null,
    attempts integer not null,
    next_attempt_at integer,
    created_at integer not null,
    ended_at integer,
    primary key (brand_id, id)
  ) strict, without rowid;
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
    brand_id text not null,
    delivery_id text not null,
    number integer not null,
    url text not null,
    signature text not null,
    attempted_at integer not null,
    duration_ms integer not null,
    response_status integer,
    response_start text,
    error text,
    primary key (brand_id, delivery_id, number),
    foreign key (brand_id, delivery_id) references webhook_deliveries (brand_id, id)
      on delete cascade
  ) strict, without rowid;

  -- One row per request, so it is cheap: ids sort by time, no foreign keys, and a partial index.
  -- key_id is null for requests of members.
  create table logged_requests (
    brand_id text not null,
    id text not null,
    key_id text,
    member_id text,
    method text not null,
    route text,
    path text,
    status integer not null,
    duration_ms integer not null,
    message text,
    body text,
    rescued_as text,
    primary key (brand_id, id)
  ) strict, without rowid;
  create index logged_requests_refused on logged_requests (brand_id, id) where status >= 400;

  -- Unused here: SQLite has one server, which counts in memory.
  create table rate_windows (
    subject text primary key not null,
    started_at integer not null,
    taken integer not null
  ) strict, without rowid;

  -- import_batches holds pending rows and is emptied by the import. import_rows stays, without the
  -- contents of the file.
  create table imports (
    brand_id text not null references brands (id),
    id text not null,
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
    request_id text not null,
    created_by text not null,
    created_at integer not null,
    ended_at integer,
    primary key (brand_id, id)
  ) strict, without rowid;

  create table import_batches (
    brand_id text not null,
    import_id text not null,
    number integer not null,
    entries text not null,
    primary key (brand_id, import_id, number),
    foreign key (brand_id, import_id) references imports (brand_id, id)
  ) strict;

  create table import_rows (
    brand_id text not null,
    import_id text not null,
    row_number integer not null,
    work_item_id text,
    customer_id text,
    is_new_customer integer not null,
    messages text,
    undone_as text,
    primary key (brand_id, import_id, row_number),
    foreign key (brand_id, import_id) references imports (brand_id, id)
  ) strict, without rowid;
`;
