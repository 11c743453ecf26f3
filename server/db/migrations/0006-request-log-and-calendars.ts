import { requestLogAndCalendarsOnPostgres } from './0006-request-log-and-calendars.postgres.ts';
import type { Migration } from './migration.ts';

// A request is written down for every call, so its row is as cheap as can be: one key, which is also the
// order of time since the ids grow with it, no reference that would have to be looked up, and an index over
// the few that were refused. The hash of a calendar's token stands without the brand, because the brand is
// found by it.
export const requestLogAndCalendars: Migration = {
  number: 6,
  name: 'request log and calendars',
  sqlite: `
    create table logged_requests (
      brand_id text not null,
      id text not null,
      key_id text not null,
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

    create table calendar_links (
      brand_id text not null references brands (id),
      id text not null,
      name text not null,
      token_hash text not null,
      member_id text,
      created_at integer not null,
      created_by text,
      primary key (brand_id, id)
    ) strict, without rowid;
    create unique index calendar_links_by_hash on calendar_links (token_hash);

    alter table brands add column time_zone text;
  `,
  postgres: requestLogAndCalendarsOnPostgres,
};
