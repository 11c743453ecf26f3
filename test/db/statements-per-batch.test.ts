// A batch of leads takes PostgreSQL a handful of statements, however many leads, brands and known
// customers it has.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeadRoute, createLeads, type LeadRequest } from '#actions/leads/create-leads.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { systemAuthor } from '#core/author.ts';
import { replacePostcodes } from '#db/addresses/postcodes.ts';
import { systemContext } from '#runner/system-context.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { statementsOf } from '../support/statements-of.ts';

const batchSize = 32;
const context = systemContext();

let database: PostgresTestDatabase;
let db: ReturnType<PostgresTestDatabase['open']>;
let brandIds: string[];
before(async () => {
  database = await newPostgresDatabase({ isMigrated: true });
  // Transactions follow each other on one connection.
  db = database.open({ connectionsMax: 1 });
  const brands = Array.from({ length: batchSize }, (_, at) =>
    createBrand(db, { name: `Brand ${at}`, country: 'NL' }, context),
  );
  brandIds = (await Promise.all(brands)).map(({ id }) => id);
});
after(() => database?.drop());

const lines = {
  'nothing but a name': (n: number) => ({ customerName: `Name ${n}`, title: 'Roof' }),
  'all that a lead can have': (n: number) => ({
    customerName: `Full ${n}`,
    title: 'Roof',
    email: `full${n}@example.com`,
    phone: `+31 6 1000 ${String(n).padStart(4, '0')}`,
    street: 'Dorpsstraat',
    postalCode: `${1000 + n} AB`,
    city: 'Utrecht',
    photoUrls: [`https://photos.example/${n}.jpg`, `https://photos.example/${n}-2.jpg`],
  }),
  'known people, to whom a phone number and an address are added': (n: number) => ({
    customerName: `Full ${n}`,
    title: 'Roof',
    email: `known${n}@example.com`,
    phone: `+31 6 2000 ${String(n).padStart(4, '0')}`,
    city: 'Utrecht',
  }),
  'people who were merged into others': (n: number) => ({
    customerName: `Merged ${n}`,
    title: 'Roof',
    email: `merged${n}@example.com`,
  }),
} satisfies Record<string, (n: number) => LeadSubmission>;

for (const [name, leadOf] of Object.entries(lines)) {
  for (const isOneBrand of [true, false]) {
    test(`${name}, ${isOneBrand ? 'of one brand' : 'each of another brand'}`, async () => {
      await replacePostcodes(db, 'NL', { after: null, upTo: null }, [
        { country: 'NL', postcode: '1001AB', latitude: 52, longitude: 5 },
      ]);
      const round = isOneBrand ? 0 : 100;
      const requestsFrom = (from: number, count: number) =>
        Array.from({ length: count }, (_, at) => {
          const n = round + from + at;
          return requestOf(brandIds[isOneBrand ? 0 : at % batchSize]!, leadOf(n), `${name} ${n}`);
        });
      const known = (from: number, count: number) =>
        requestsFrom(from, count).map(({ brandId, lead: { email = '' } }) => ({ brandId, email }));
      const people = [...known(0, 1), ...known(10, 1), ...known(20, batchSize)];
      if (name.startsWith('known')) await makeKnown(people);
      if (name.includes('merged')) await makeMerged(people);

      // The first use of a statement costs an extra round trip to describe it.
      const matched = /known|merged/.test(name) ? 'email' : 'new';
      await createAll(requestsFrom(0, 1), matched);
      const forOne = await statementsOf(() => createAll(requestsFrom(10, 1), matched));
      const forMany = await statementsOf(() => createAll(requestsFrom(20, batchSize), matched));
      assert.deepEqual(forMany, forOne);
      assert.ok(forOne.length <= 22, forOne.join('\n\n'));
    });
  }
}

function requestOf(brandId: string, lead: LeadSubmission, key: string): LeadRequest {
  const author = { ...systemAuthor, requestId: context.newId() };
  const idempotency = { route: createLeadRoute, key, bodyHash: key, photoWaitMs: 0 } as const;
  return {
    brandId,
    brandCountry: 'NL',
    brandLanguage: 'en' as const,
    author,
    lead,
    rawBody: '{}',
    idempotency,
  };
}

async function createAll(requests: LeadRequest[], matched = 'new'): Promise<void> {
  const results = await createLeads(db, requests, context);
  for (const result of results) {
    assert.partialDeepStrictEqual(result, { outcome: 'created', matched });
  }
}

type Person = { brandId: string; email: string };

async function makeKnown(people: readonly Person[]): Promise<void> {
  for (const { brandId, email } of people) {
    await createAll([
      requestOf(brandId, { customerName: 'Known', title: 'Roof', email }, `before ${email}`),
    ]);
  }
}

async function makeMerged(people: readonly Person[]): Promise<void> {
  await makeKnown(people);
  for (const { brandId, email } of people) {
    await createAll([
      requestOf(
        brandId,
        { customerName: 'Kept', title: 'Roof', email: `kept-${email}` },
        `kept ${email}`,
      ),
    ]);
    const changed = await db.run(
      `update customers set deleted_at = now(), merged_into = (
          select id from customers where brand_id = ? and email_key = ?
        ) where brand_id = ? and email_key = ?`,
      brandId,
      `kept-${email}`,
      brandId,
      email,
    );
    assert.equal(changed, 1);
  }
}
