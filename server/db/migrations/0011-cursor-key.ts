import type { Migration } from './migration.ts';

// The key that seals cursors: made once, the same for every server of this database. The database draws it itself, so
// that of several servers that start at once all read one.
export const cursorKey: Migration = {
  number: 11,
  name: 'cursor-key',
  sqlite: `
    create table installation_secrets (name text primary key not null, secret text not null)
      strict, without rowid;
    insert into installation_secrets values ('cursors', lower(hex(randomblob(32))));
  `,
  postgres: `
    create table installation_secrets (name text primary key, secret text not null);
    insert into installation_secrets
      values ('cursors', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
  `,
};
