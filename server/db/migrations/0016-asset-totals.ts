import type { Migration } from './migration.ts';

// How much each brand's pictures take. A row is made when a brand is first counted (db/photos/asset-totals.ts), so nothing is filled here.
export const assetTotals: Migration = {
  number: 16,
  name: 'asset-totals',
  sqlite: `
    create table asset_totals (
      brand_id text primary key not null references brands (id),
      bytes integer not null
    ) strict, without rowid;
  `,
  postgres: `
    create table asset_totals (
      brand_id uuid primary key references brands (id),
      bytes bigint not null
    );
  `,
};
