import { erasureOnPostgres } from './0007-erasure.postgres.ts';
import type { Migration } from './migration.ts';

// What has to go with a person is found without reading whole tables.
export const erasure: Migration = {
  number: 7,
  name: 'erasure',
  sqlite: `
    create index idempotency_keys_by_work_item on idempotency_keys (brand_id, work_item_id);
    create index customers_by_address on customers (brand_id, address_id)
      where address_id is not null;
  `,
  postgres: erasureOnPostgres,
};
