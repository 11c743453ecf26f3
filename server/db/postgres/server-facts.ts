import type { Database } from '../database.ts';

interface ServerFacts {
  /** Such as 15.4. */
  version: string;
  encoding: string;
  /** The connection limit of this user and database, shared with other clients. */
  connectionsMax: number;
}

export async function readServerFacts(db: Pick<Database, 'first'>): Promise<ServerFacts> {
  const row = await db.first<ServerFacts>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
        current_setting('server_encoding') as encoding,
        least(
          current_setting('max_connections')::integer
            - current_setting('superuser_reserved_connections')::integer,
          nullif(datconnlimit, -1), nullif(rolconnlimit, -1)
        ) as "connectionsMax"
      from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
  );
  return row!;
}
