import type { Migration } from './migration.ts';

// imports.makes: whether each row makes a lead or only a customer.
export const customerImports: Migration = {
  number: 7,
  name: 'customer imports',
  sqlite: `
  alter table imports add column makes text not null default 'leads';
`,
  postgres: `
  set local lock_timeout = '2s';
  alter table imports add column makes text not null default 'leads';
`,
};
