// A pooler between us and PostgreSQL may give each transaction of a connection to another backend (PgBouncer with
// `pool_mode = transaction`). Prepared statements, session settings and notifications get lost there.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

interface Looking {
  url: string;
  waitMsMax: number;
}

export class SharedSessions extends Error {
  override name = 'SharedSessions';
}

// Others may use the same pooler: then one look can miss it.
const looks = 3;

export async function refuseSharedSessions({ url, waitMsMax }: Looking): Promise<void> {
  const client = () =>
    new Client({
      connectionString: url,
      connectionTimeoutMillis: waitMsMax,
      query_timeout: waitMsMax,
      application_name: 'vakwerk',
      // One that breaks between two questions fails the next.
    }).on('error', () => {});
  const [one, other] = [client(), client()];
  try {
    await one.connect();
    await other.connect();
    for (let look = 0; look < looks; look++) {
      if (await isSessionKept(one, other)) continue;
      throw new SharedSessions(
        'DATABASE_URL leads to a pooler that shares sessions, such as PgBouncer with pool_mode = transaction: set pool_mode = session there, or name PostgreSQL itself',
      );
    }
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

/** Where sessions are shared, a transaction of the other gets the backend that was used last. */
async function isSessionKept(one: Client, other: Client): Promise<boolean> {
  const token = randomUUID();
  await one.query(`select set_config('vakwerk.session', $1, false)`, [token]);
  await other.query('begin');
  const { rows } = await one.query(`select current_setting('vakwerk.session', true) as token`);
  await other.query('rollback');
  return rows[0].token === token;
}
