export const eventsOnPostgres = `
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
  `;
