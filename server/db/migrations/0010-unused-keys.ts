import type { Migration } from './migration.ts';

// A key that was printed and may lie in a log: it expires at that time unless it was used.
export const unusedKeys: Migration = {
  number: 10,
  name: 'unused-keys',
  sqlite: `
    alter table api_keys add column unused_until integer;
  `,
  postgres: `
    set local lock_timeout = '2s';
    alter table api_keys add column unused_until timestamptz;
  `,
};
