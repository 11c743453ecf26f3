import type { Migration } from './migration.ts';

// brands.logo: a PNG or JPEG as a data URL, of the live brand only.
export const brandLooks: Migration = {
  number: 8,
  name: 'looks of a brand',
  sqlite: `
  alter table brands add column trade text;
  alter table brands add column colour text;
  alter table brands add column logo text;
`,
  postgres: `
  set local lock_timeout = '2s';
  alter table brands add column trade text, add column colour text, add column logo text;
`,
};
