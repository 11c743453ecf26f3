import type { Migration } from './migration.ts';

// Who chose where a webhook sends to, and who was told its secret: others may have changed something else since. Null for
// what was written before.
export const webhookSetters: Migration = {
  number: 17,
  name: 'webhook-setters',
  sqlite: `
    alter table webhook_endpoints add column url_by text;
    alter table webhook_endpoints add column url_key_id text;
    alter table webhook_endpoints add column secret_by text;
    alter table webhook_endpoints add column secret_key_id text;
  `,
  postgres: `
    set local lock_timeout = '2s';
    alter table webhook_endpoints add column url_by uuid;
    alter table webhook_endpoints add column url_key_id uuid;
    alter table webhook_endpoints add column secret_by uuid;
    alter table webhook_endpoints add column secret_key_id uuid;
  `,
};
