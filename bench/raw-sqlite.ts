// What SQLite alone can do: the rows of the same leads, made beforehand, written in batches of 64 by
// prepared statements in one tight loop, each batch committed to disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFillSync } from 'node:crypto';
import { theSystem } from '#core/author.ts';
import { eventsOfIntake } from '#core/leads/intake-events.ts';
import { planLeadIntake } from '#core/leads/plan-lead-intake.ts';
import { wordsOfAddress, wordsOfWorkItem } from '#core/search/search-words.ts';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import { insertAddresses } from '#db/addresses.ts';
import { insertBrand } from '#db/brands.ts';
import { findCustomersByKeys, indexNewCustomers, insertCustomers } from '#db/customers.ts';
import { insertEvents } from '#db/events.ts';
import { insertLeadSubmissions } from '#db/lead-submissions.ts';
import { migrate } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { insertWorkItems } from '#db/work-items.ts';
import { sampleLead } from './sample-leads.ts';

const leads = Number(process.argv[2]);
const batchSize = 64;

const folder = mkdtempSync(join(tmpdir(), 'vakwerk-bench-'));
const db = openSqlite(join(folder, 'raw.sqlite'));
await migrate(db, Date.now());
const makeId = uuidV7Maker(randomFillSync);
const brandId = makeId(Date.now());
await insertBrand(db, {
  id: brandId,
  name: 'Bench',
  country: 'NL',
  timeZone: null,
  language: null,
  createdAt: Date.now(),
});

const location = { latitude: 52.1, longitude: 5.1, precision: 'city' as const };
const batches = Array.from({ length: Math.floor(leads / batchSize) }, (_, batch) => {
  const samples = Array.from({ length: batchSize }, (__, at) => sampleLead(batch * batchSize + at));
  const plan = planLeadIntake(
    [],
    samples.map((lead) => ({
      brandId,
      brandCountry: 'NL',
      customerId: makeId(Date.now()),
      addressId: makeId(Date.now()),
      workItemId: makeId(Date.now()),
      receivedAt: Date.now(),
      createdBy: null,
      lead,
      location,
    })),
  );
  return {
    ...plan,
    emailKeys: plan.customers.map((customer) => ({ brandId, key: customer.emailKey! })),
    phoneKeys: plan.customers.map((customer) => ({ brandId, key: customer.phoneKey! })),
    addressWords: plan.addresses.map((address) => ({ ...address, words: wordsOfAddress(address) })),
    itemWords: plan.leads.map(({ workItem, customer }) => ({
      brandId,
      id: workItem.id,
      words: wordsOfWorkItem(workItem, customer),
    })),
    submissions: plan.leads.map(({ workItem }, index) => ({
      brandId,
      workItemId: workItem.id,
      body: JSON.stringify(samples[index]),
      apiKeyId: null,
      requestId: workItem.id,
      receivedAt: workItem.receivedAt,
    })),
    events: plan.leads.flatMap((lead) => eventsOfIntake(lead, theSystem)),
  };
});

const began = performance.now();
for (const batch of batches) {
  await db.transaction(async (trx) => {
    await findCustomersByKeys(trx, batch);
    await insertAddresses(trx, batch.addresses);
    await insertCustomers(trx, batch.customers);
    await indexNewCustomers(trx, batch.customers);
    await insertWorkItems(
      trx,
      batch.leads.map((lead) => lead.workItem),
    );
    await insertLeadSubmissions(trx, batch.submissions);
    await insertEvents(trx, batch.events);
    await trx.addressSearch.addNewest(batch.addressWords);
    await trx.workItemSearch.addNewest(batch.itemWords);
    trx.upkeep.tidyIndexes(batch.leads.length);
  });
}
const seconds = (performance.now() - began) / 1000;
await db.close();
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify({ perSecond: (batches.length * batchSize) / seconds }));
