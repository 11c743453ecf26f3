// A distant PostgreSQL: the round trips of a lead, and a first start longer than a request's
// deadline. Own server: its database is behind a proxy that adds latency.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeadRoute, createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { systemContext } from '#runner/system-context.ts';
import { createLead } from '../support/call.ts';
import { dropDatabase } from '../support/postgres.ts';
import { createMigratedDatabase, postgresForTests } from '../support/postgres-for-tests.ts';
import { startServer } from '../support/server.ts';
import { type SlowProxy, startSlowProxy } from '../support/slow-proxy.ts';

const roundTripMs = 100;
// Less than creating the first brand takes at this distance, and enough for each statement.
const databaseWaitMs = 600;

let databaseUrl: string;
let proxy: SlowProxy;
before(async () => {
  databaseUrl = await createMigratedDatabase();
  proxy = await startSlowProxy(databaseUrl, { roundTripMs });
});
after(async () => {
  await proxy?.close();
  if (databaseUrl) await dropDatabase(await postgresForTests(), databaseUrl);
});

test('a first start longer than a request’s deadline shows its key', async () => {
  const env = { DATABASE_URL: proxy.url, DATABASE_WAIT_MS: String(databaseWaitMs) };
  const server = await startServer({ databaseUrl, env });
  const [, key] = /\n {2}(vk_\w+)\n/.exec(server.output()) ?? [];
  // Too slow for a lead, but the server runs and knows the key.
  const { status } = await createLead(server, key!);
  // Nothing else may be counted below.
  await server.stop();
  assert.ok([201, 503].includes(status));
});

test('a lead waits for six round trips', async () => {
  const context = systemContext();
  const db = openPostgres({ url: proxy.url, connectionsMax: 1, waitMsMax: 10_000 });
  try {
    const { id: brandId } = await createBrand(db, { name: 'Far', country: 'NL' }, context);
    const make = async (name: string) => {
      const lead = {
        customerName: name,
        title: 'Roof',
        email: `${name}@example.com`,
        city: 'Utrecht',
      };
      const idempotency = {
        route: createLeadRoute,
        key: name,
        bodyHash: name,
        photoWaitMs: 0,
      } as const;
      const author = { ...systemAuthor, requestId: context.newId() };
      const request = {
        brandId,
        brandCountry: 'NL',
        brandLanguage: 'en' as const,
        author,
        lead,
        rawBody: '{}',
        idempotency,
      };
      const before = proxy.roundTrips;
      const [result] = await createLeads(db, [request], context);
      assert.equal(result?.outcome, 'created');
      return proxy.roundTrips - before;
    };
    // The first use of a statement costs an extra round trip to describe it.
    await make('first');
    // Begin, lock, find the key, find the customer, write, commit.
    assert.equal(await make('second'), 6);
  } finally {
    await db.close();
  }
});
