export const importsOnPostgres = `
    create table imports (
      brand_id uuid not null references brands (id),
      id uuid not null,
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
      request_id uuid not null,
      created_by uuid not null,
      created_at timestamptz not null,
      ended_at timestamptz,
      primary key (brand_id, id)
    );

    create table import_batches (
      brand_id uuid not null,
      import_id uuid not null,
      number integer not null,
      entries text not null,
      primary key (brand_id, import_id, number),
      foreign key (brand_id, import_id) references imports (brand_id, id)
    );

    create table import_rows (
      brand_id uuid not null,
      import_id uuid not null,
      row_number integer not null,
      work_item_id uuid,
      customer_id uuid,
      is_new_customer boolean not null,
      messages text,
      undone_as text,
      primary key (brand_id, import_id, row_number),
      foreign key (brand_id, import_id) references imports (brand_id, id)
    );
  `;
