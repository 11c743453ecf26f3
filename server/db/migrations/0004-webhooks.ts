import { webhooksOnPostgres } from './0004-webhooks.postgres.ts';
import type { Migration } from './migration.ts';

// `webhook_deliveries_by_created` does not begin with the brand: old ones are swept for all brands at once.
export const webhooks: Migration = {
  number: 4,
  name: 'webhooks',
  sqlite: `
    create table webhook_endpoints (
      brand_id text not null references brands (id),
      id text not null,
      version integer not null,
      url text not null,
      description text,
      event_types text,
      secret text not null,
      previous_secret text,
      previous_secret_until integer,
      state text not null,
      disabled_reason text,
      after_position integer not null,
      failing_since integer,
      last_failed_at integer,
      created_at integer not null,
      updated_at integer not null,
      created_by text,
      updated_by text,
      primary key (brand_id, id)
    ) strict, without rowid;

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

    create index jobs_by_kind on jobs (brand_id, kind);

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
  `,
  postgres: webhooksOnPostgres,
};
