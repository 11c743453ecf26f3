// Erases a customer of a test server and waits for the end.
import { type Answer, call } from './call.ts';
import type { TestServer } from './server.ts';
import { eventually } from './within.ts';

/** For the server: it soon polls jobs that a test made due without a notification. */
export const looksOften = { JOB_LEASE_MS: '1500' };
const kinds = `('eraseCustomer', 'removeAssets', 'purgeDeleted')`;

export function eraseCustomer(
  server: Pick<TestServer, 'url'>,
  key: string,
  customerId: string,
  { query = '?erase=true', headers = {} } = {},
): Promise<Answer> {
  const path = `/v1/api/customers/${customerId}${query}`;
  return call(server, path, { key, method: 'DELETE', headers });
}

/** Waits until the background work is done; delayed jobs are made due. */
export function untilForgotten(server: TestServer): Promise<void> {
  return eventually(() =>
    server.withDatabase(async (db) => {
      await db.run(
        `update jobs set due_at = ? where kind in ${kinds} and leased_until is null`,
        Date.now(),
      );
      return (await db.all(`select id from jobs where kind in ${kinds}`)).length === 0;
    }),
  );
}
