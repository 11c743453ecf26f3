// Detects a pooler that gives each transaction to another backend, such as PgBouncer with
// `pool_mode = transaction`. Prepared statements, session settings and notifications do not work
// there.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

interface Pooler {
  url: string;
  waitMsMax: number;
}

export class SharedSessions extends Error {
  override name = 'SharedSessions';
}

// Other clients of the pooler can hide it from a single check.
const checks = 3;

export async function refuseSharedSessions({ url, waitMsMax }: Pooler): Promise<void> {
  const client = () =>
    new Client({
      connectionString: url,
      connectionTimeoutMillis: waitMsMax,
      query_timeout: waitMsMax,
      application_name: 'vakwerk',
      // A connection that breaks between two queries fails the next one.
    }).on('error', () => {});
  const [one, other] = [client(), client()];
  try {
    await one.connect();
    await other.connect();
    for (let check = 0; check < checks; check++) {
      if (await isSessionKept(one, other)) continue;
      throw new SharedSessions(
        'DATABASE_URL leads to a pooler that shares sessions, such as PgBouncer with pool_mode = transaction: set pool_mode = session there, or name PostgreSQL itself',
      );
    }
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

/**
 * Where sessions are shared, the other client's transaction gets the backend that was used last.
 */
async function isSessionKept(one: Client, other: Client): Promise<boolean> {
  const token = randomUUID();
  await one.query(`select set_config('vakwerk.session', $1, false)`, [token]);
  await other.query('begin');
  const { rows } = await one.query(`select current_setting('vakwerk.session', true) as token`);
  await other.query('rollback');
  return rows[0].token === token;
}
