import { eventsOnPostgres } from './0003-events.postgres.ts';
import type { Migration } from './migration.ts';

// A brand's events are numbered from 1 without a gap. How that is done where several servers write at once
// stands in db/events/events.ts; `events_waiting` is for them.
export const events: Migration = {
  number: 3,
  name: 'events',
  sqlite: `
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
  `,
  postgres: eventsOnPostgres,
};
