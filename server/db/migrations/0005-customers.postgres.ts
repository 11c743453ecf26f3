export const customersOnPostgres = `
    alter table customers add column merged_into uuid;
    alter table customers add column indexed_version bigint not null default 0;
    drop index customers_by_email;
    create index customers_by_email on customers (brand_id, email_key)
      where email_key is not null;
    drop index customers_by_phone;
    create index customers_by_phone on customers (brand_id, phone_key)
      where phone_key is not null;
    create index customers_by_created on customers (brand_id, created_at, id);
    create index customers_by_updated on customers (brand_id, updated_at, id);
    create index customers_archived on customers (brand_id, created_at, id)
      where archived_at is not null;
    create index customers_tagged on customers (brand_id, created_at, id)
      where tags is not null;
    create index customers_by_merged_into on customers (brand_id, merged_into)
      where merged_into is not null;
    create index customers_not_indexed on customers (brand_id, id)
      where indexed_version <> version;

    create table customer_search (
      brand_id uuid not null,
      id uuid not null,
      words tsvector not null,
      primary key (brand_id, id),
      foreign key (brand_id, id) references customers (brand_id, id)
    );
    create index customer_search_by_words on customer_search using gin (words);

    create table customer_merges (
      brand_id uuid not null references brands (id),
      id uuid not null,
      kept_id uuid not null,
      merged_id uuid not null,
      changes jsonb not null,
      created_at timestamptz not null,
      undone_at timestamptz,
      primary key (brand_id, id),
      foreign key (brand_id, kept_id) references customers (brand_id, id),
      foreign key (brand_id, merged_id) references customers (brand_id, id)
    );
    create index customer_merges_by_kept on customer_merges (brand_id, kept_id, created_at, id);
    create index customer_merges_by_merged on customer_merges (brand_id, merged_id);

    create table merged_work_items (
      brand_id uuid not null,
      merge_id uuid not null,
      work_item_id uuid not null,
      primary key (brand_id, merge_id, work_item_id),
      foreign key (brand_id, merge_id) references customer_merges (brand_id, id)
        on delete cascade
    );
  `;
