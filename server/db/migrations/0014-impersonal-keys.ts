import type { Migration } from './migration.ts';

// Keys and webhooks through which no personal data leaves.
export const impersonalKeys: Migration = {
  number: 14,
  name: 'keys without personal data',
  sqlite: `
    alter table api_keys add column is_impersonal integer not null default 0;
    alter table webhook_endpoints add column is_impersonal integer not null default 0;
  `,
  postgres: `
    set local lock_timeout = '2s';
    alter table api_keys add column is_impersonal boolean not null default false;
    alter table webhook_endpoints add column is_impersonal boolean not null default false;
  `,
};
