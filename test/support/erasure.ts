// Erasing a customer of a test server, to its very end.
import { type Answer, call } from './call.ts';
import type { TestServer } from './server.ts';
import { eventually } from './within.ts';

/** For the server: it soon finds what is pulled forward here, of which nobody tells it. */
export const looksOften = { JOB_LEASE_MS: '1500' };
const kinds = `('eraseCustomer', 'removeAssets', 'forgetDeleted')`;

export function eraseCustomer(
  server: Pick<TestServer, 'url'>,
  key: string,
  customerId: string,
  { query = '?erase=true', headers = {} } = {},
): Promise<Answer> {
  const path = `/v1/api/customers/${customerId}${query}`;
  return call(server, path, { key, method: 'DELETE', headers });
}

/** Until all is done that goes on after the answer; what waits for time to pass does not have to. */
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
