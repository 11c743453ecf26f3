import { importsOnPostgres } from './0009-imports.postgres.ts';
import type { Migration } from './migration.ts';

// What waits to be imported stands in few long rows, because it is written at once and read piece by piece; it
// goes when it is done. What became of each row of the file stays, without anything that stood in it.
//
// The waiting rows are JSON in a text on PostgreSQL too: each is read and written whole, holds the text that is kept with
// its lead to the letter, and may have characters in it that jsonb does not take.
export const imports: Migration = {
  number: 9,
  name: 'imports',
  sqlite: `
    create table imports (
      brand_id text not null references brands (id),
      id text not null,
      file_name text not null,
      content_hash text not null,
      status text not null,
      rows integer not null,
      done integer not null,
      created integer not null,
      refused integer not null,
      removed integer not null,
      kept integer not null,
      archived_customers integer not null,
      request_id text not null,
      created_by text not null,
      created_at integer not null,
      ended_at integer,
      primary key (brand_id, id)
    ) strict, without rowid;

    create table import_batches (
      brand_id text not null,
      import_id text not null,
      number integer not null,
      entries text not null,
      primary key (brand_id, import_id, number),
      foreign key (brand_id, import_id) references imports (brand_id, id)
    ) strict;

    create table import_rows (
      brand_id text not null,
      import_id text not null,
      row_number integer not null,
      work_item_id text,
      customer_id text,
      is_new_customer integer not null,
      messages text,
      undone_as text,
      primary key (brand_id, import_id, row_number),
      foreign key (brand_id, import_id) references imports (brand_id, id)
    ) strict, without rowid;
  `,
  postgres: importsOnPostgres,
};
