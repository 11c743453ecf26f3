export const webhooksOnPostgres = `
    create table webhook_endpoints (
      brand_id uuid not null references brands (id),
      id uuid not null,
      version bigint not null,
      url text not null,
      description text,
      event_types jsonb,
      secret text not null,
      previous_secret text,
      previous_secret_until timestamptz,
      state text not null,
      disabled_reason text,
      after_position bigint not null,
      failing_since timestamptz,
      last_failed_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      created_by uuid,
      updated_by uuid,
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

    create index jobs_by_kind on jobs (brand_id, kind);

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
  `;
