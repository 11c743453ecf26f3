// Prepared rows of sample leads, and a SQLite database to write them to.
import { findCustomersByKeys } from '#db/customers/known-customers.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFillSync } from 'node:crypto';
import { systemAuthor } from '#core/author.ts';
import { eventsOfIntake } from '#core/leads/intake-events.ts';
import { planLeadIntake } from '#core/leads/plan-lead-intake.ts';
import { wordsOfAddress, wordsOfWorkItem } from '#core/search/search-words.ts';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import { insertAddresses } from '#db/addresses/addresses.ts';
import { insertBrand } from '#db/accounts/brands.ts';
import { indexNewCustomers, insertCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { insertEvents } from '#db/events/events.ts';
import { insertLeadSubmissions } from '#db/leads/lead-submissions.ts';
import { migrate } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { insertWorkItems } from '#db/work-items/work-items.ts';
import { sampleLead } from './sample-leads.ts';

const makeId = uuidV7Maker(randomFillSync);
const location = { latitude: 52.1, longitude: 5.1, precision: 'city' as const };

export class RawDatabase {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vakwerk-bench-'));
  readonly #db: Database = openSqlite(join(this.#folder, 'raw.sqlite'));
  readonly #brandId = makeId(Date.now());
  #leadsMade = 0;

  async prepare(): Promise<void> {
    const createdAt = Date.now();
    await migrate(this.#db, createdAt);
    const brand = { id: this.#brandId, name: 'Bench', country: 'NL', createdAt };
    await insertBrand(this.#db, {
      ...brand,
      timeZone: null,
      language: null,
      testOf: null,
      emptyBefore: null,
      workingHours: null,
      answerMinutes: null,
      customerMails: null,
      trade: null,
      colour: null,
    });
  }

  /** Each lead has a new customer. */
  rowsOfLeads(count: number) {
    const brandId = this.#brandId;
    const samples = Array.from({ length: count }, () => sampleLead(this.#leadsMade++));
    const plan = planLeadIntake(
      [],
      samples.map((lead) => ({
        brandId,
        brandCountry: 'NL',
        brandLanguage: 'en' as const,
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
      addresses: plan.addresses,
      customers: plan.customers,
      workItems: plan.leads.map(({ workItem }) => workItem),
      emailKeys: plan.customers.map((customer) => ({ brandId, key: customer.emailKey! })),
      phoneKeys: plan.customers.map((customer) => ({ brandId, key: customer.phoneKey! })),
      addressWords: plan.addresses.map((address) => ({
        ...address,
        words: wordsOfAddress(address),
      })),
      itemWords: plan.leads.map(({ workItem, customer, address }) => ({
        brandId,
        id: workItem.id,
        words: wordsOfWorkItem(workItem, customer, address),
      })),
      submissions: plan.leads.map(({ workItem }, index) => ({
        brandId,
        workItemId: workItem.id,
        body: JSON.stringify(samples[index]),
        apiKeyId: null,
        requestId: workItem.id,
        receivedAt: workItem.receivedAt,
        language: null,
      })),
      events: plan.leads.flatMap((lead) => eventsOfIntake(lead, systemAuthor)),
    };
  }

  /** In one commit. */
  write(rows: RawRows): Promise<void> {
    return this.#db.transaction(async (trx) => {
      await findCustomersByKeys(trx, rows);
      await insertAddresses(trx, rows.addresses);
      await insertCustomers(trx, rows.customers);
      await indexNewCustomers(trx, rows.customers);
      await insertWorkItems(trx, rows.workItems);
      await insertLeadSubmissions(trx, rows.submissions);
      await insertEvents(trx, rows.events);
      await trx.addressSearch.addNewest(rows.addressWords);
      await trx.workItemSearch.addNewest(rows.itemWords);
      trx.upkeep.tidyIndexes(rows.workItems.length);
    });
  }

  async close(): Promise<void> {
    await this.#db.close();
    rmSync(this.#folder, { recursive: true });
  }
}

export type RawRows = ReturnType<RawDatabase['rowsOfLeads']>;
