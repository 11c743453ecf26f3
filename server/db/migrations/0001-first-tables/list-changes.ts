// A brand's change token is replaced in every transaction that changes what the brand's lists show.
// Triggers write it, so no writer can forget it.
const listedTables = ['work_items', 'customers', 'addresses', 'photos'];

export const listChangesOnSqlite = `
  create table list_changes (
    brand_id text primary key not null references brands (id),
    token integer not null
  ) strict, without rowid;
  ${onEach((table, event) => {
    const row = event === 'delete' ? 'old' : 'new';
    return `create trigger ${table}_${event}_changes_lists after ${event} on ${table} begin
      insert into list_changes (brand_id, token) values (${row}.brand_id, random() & 9007199254740991)
        on conflict (brand_id) do update set token = excluded.token;
    end;`;
  })}
`;

// Writers of one brand never wait for each other: each updates a row that no other transaction has
// locked, or inserts one.
export const listChangesOnPostgres = `
  create table list_changes (
    brand_id uuid not null references brands (id),
    slot uuid not null,
    token bigint not null,
    primary key (brand_id, slot)
  ) with (fillfactor = 50);

  create function note_list_change() returns trigger language plpgsql set search_path from current as $$
    declare
      changed_brand uuid;
      new_token bigint := (random() * 9007199254740991)::bigint;
    begin
      for changed_brand in select distinct brand_id from changed loop
        -- Once in a transaction is enough.
        continue when exists (
          select from list_changes where brand_id = changed_brand and xmin = pg_current_xact_id()::xid);
        update list_changes set token = new_token
          where (brand_id, slot) = (
            select brand_id, slot from list_changes where brand_id = changed_brand
              order by slot limit 1 for update skip locked);
        if not found then
          insert into list_changes (brand_id, slot, token) values (changed_brand, gen_random_uuid(), new_token);
        end if;
      end loop;
      return null;
    end $$;
  ${onEach((table, event) => {
    const rows = event === 'delete' ? 'old table' : 'new table';
    return `create trigger ${table}_${event}_changes_lists after ${event} on ${table}
      referencing ${rows} as changed for each statement execute function note_list_change();`;
  })}
`;

function onEach(triggerOf: (table: string, event: string) => string): string {
  return listedTables
    .flatMap((table) => ['insert', 'update', 'delete'].map((event) => triggerOf(table, event)))
    .join('\n  ');
}
