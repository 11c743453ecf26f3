export const requestLogAndCalendarsOnPostgres = `
    create table logged_requests (
      brand_id uuid not null,
      id uuid not null,
      key_id uuid not null,
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

    create table calendar_links (
      brand_id uuid not null references brands (id),
      id uuid not null,
      name text not null,
      token_hash text not null,
      member_id uuid,
      created_at timestamptz not null,
      created_by uuid,
      primary key (brand_id, id)
    );
    create unique index calendar_links_by_hash on calendar_links (token_hash);

    alter table brands add column time_zone text;
  `;
