import { customersOnPostgres } from './0005-customers.postgres.ts';
import type { Migration } from './migration.ts';

// `indexed_version` is the version of the customer whose words are in the index. Whoever changes a customer
// raises its version, also a server of an older release that knows nothing of the index: the rest is put in
// afterwards, and `customers_not_indexed` has only those. A customer that was merged into another counts as
// deleted, also for such a server. E-mail addresses and phone numbers of archived customers are looked for
// too, so their indexes have all customers now.
export const customers: Migration = {
  number: 5,
  name: 'customers',
  sqlite: `
    alter table customers add column merged_into text;
    alter table customers add column indexed_version integer not null default 0;
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

    create virtual table customer_search using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    insert into customer_search (customer_search, rank)
      values ('automerge', 0), ('usermerge', 16), ('crisismerge', 64);

    create table customer_merges (
      brand_id text not null references brands (id),
      id text not null,
      kept_id text not null,
      merged_id text not null,
      changes text not null,
      created_at integer not null,
      undone_at integer,
      primary key (brand_id, id),
      foreign key (brand_id, kept_id) references customers (brand_id, id),
      foreign key (brand_id, merged_id) references customers (brand_id, id)
    ) strict, without rowid;
    create index customer_merges_by_kept on customer_merges (brand_id, kept_id, created_at, id);
    create index customer_merges_by_merged on customer_merges (brand_id, merged_id);

    create table merged_work_items (
      brand_id text not null,
      merge_id text not null,
      work_item_id text not null,
      primary key (brand_id, merge_id, work_item_id),
      foreign key (brand_id, merge_id) references customer_merges (brand_id, id)
        on delete cascade
    ) strict, without rowid;
  `,
  postgres: customersOnPostgres,
};
