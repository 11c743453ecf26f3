// This program with one migration more, as the next release may be.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaVersion } from '#db/migrate.ts';
import type { Migration } from '#db/migrations/migration.ts';
import { projectFiles, root } from './project-files.ts';

/** It expands the schema, as CONTRIBUTING.md asks for: it neither changes nor drops what exists. */
export const nextMigration: Migration = {
  number: schemaVersion + 1,
  name: 'warranties',
  sqlite: `
    alter table work_items add column warranty_until integer;
    create table warranties (brand_id text not null, id text not null, primary key (brand_id, id)) strict;
  `,
  postgres: `
    set local lock_timeout = '2s';
    alter table work_items add column warranty_until timestamptz;
    create table warranties (brand_id uuid not null, id uuid not null, primary key (brand_id, id));
  `,
};

/** Returns the folder, for `startServer({ program })`. */
export function makeNextRelease(folder: string): string {
  for (const file of projectFiles()) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'server/db/migrate.ts');
  const list = 'export const schemaVersion';
  const text = readFileSync(file, 'utf8');
  assert.ok(text.includes(list));
  writeFileSync(
    file,
    text.replace(list, `migrations.push(${JSON.stringify(nextMigration)});\n${list}`),
  );
  return folder;
}
