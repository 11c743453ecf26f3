import { photosAndJobsOnPostgres } from './0002-photos-and-jobs.postgres.ts';
import type { Migration } from './migration.ts';

// Jobs are claimed for all brands at once, so `jobs_by_due` does not begin with the brand. Assets are walked
// in the order of their key. Rate windows matter to servers that share a database; on SQLite there is one,
// which has them in memory. The photos that version 1 left waiting get their jobs here.
export const photosAndJobs: Migration = {
  number: 2,
  name: 'photos and jobs',
  sqlite: `
    create table jobs (
      brand_id text not null references brands (id),
      id text not null,
      kind text not null,
      subject text not null,
      lane text not null,
      payload text not null,
      due_at integer not null,
      leased_until integer,
      claims integer not null,
      failures integer not null,
      created_at integer not null,
      primary key (brand_id, id)
    ) strict, without rowid;
    create index jobs_by_due on jobs (due_at);

    create table assets (
      brand_id text not null references brands (id),
      id text not null,
      content_hash text not null,
      content_type text not null,
      size_bytes integer not null,
      width integer not null,
      height integer not null,
      thumbnail_bytes integer not null,
      created_at integer not null,
      stored_at integer,
      condemned_at integer,
      primary key (brand_id, id)
    ) strict, without rowid;
    create unique index assets_by_content on assets (brand_id, content_hash)
      where stored_at is not null and condemned_at is null;

    create table photos_with_assets (
      brand_id text not null,
      work_item_id text not null,
      position integer not null,
      url text not null,
      status text not null,
      asset_id text,
      content_type text,
      size_bytes integer,
      width integer,
      height integer,
      error text,
      primary key (brand_id, work_item_id, position),
      foreign key (brand_id, work_item_id) references work_items (brand_id, id),
      foreign key (brand_id, asset_id) references assets (brand_id, id)
    ) strict, without rowid;
    insert into photos_with_assets select * from photos;
    drop table photos;
    alter table photos_with_assets rename to photos;
    create index photos_by_asset on photos (brand_id, asset_id) where asset_id is not null;

    create table rate_windows (
      subject text primary key not null,
      started_at integer not null,
      taken integer not null
    ) strict, without rowid;

    insert into jobs (brand_id, id, kind, subject, lane, payload, due_at, claims, failures, created_at)
      select brand_id, lower(hex(randomblob(16))), 'fetchPhoto', work_item_id, '',
        json_object('position', position, 'url', url), 0, 0, 0, 0
      from photos where status = 'pending';
  `,
  postgres: photosAndJobsOnPostgres,
};
