export const photosAndJobsOnPostgres = `
    create table jobs (
      brand_id uuid not null references brands (id),
      id uuid not null,
      kind text not null,
      subject uuid not null,
      lane text collate "C" not null,
      payload jsonb not null,
      due_at timestamptz not null,
      leased_until timestamptz,
      claims integer not null,
      failures integer not null,
      created_at timestamptz not null,
      primary key (brand_id, id)
    );
    create index jobs_by_due on jobs (due_at);

    create table assets (
      brand_id uuid not null references brands (id),
      id uuid not null,
      content_hash text collate "C" not null,
      content_type text not null,
      size_bytes bigint not null,
      width integer not null,
      height integer not null,
      thumbnail_bytes bigint not null,
      created_at timestamptz not null,
      stored_at timestamptz,
      condemned_at timestamptz,
      primary key (brand_id, id)
    );
    create unique index assets_by_content on assets (brand_id, content_hash)
      where stored_at is not null and condemned_at is null;

    -- Worth nothing after a crash, and written at every request.
    create unlogged table rate_windows (
      subject text collate "C" primary key,
      started_at timestamptz not null,
      taken integer not null
    );

    alter table photos add foreign key (brand_id, asset_id) references assets (brand_id, id);
    create index photos_by_asset on photos (brand_id, asset_id) where asset_id is not null;
  `;
