// What a plan of leads is made of, and how it is written.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { type Author, memberOf } from '#core/author.ts';
import type { KnownCustomer } from '#core/customers/customer-directory.ts';
import { emailKeyOf, phoneKeyOf } from '#core/customers/customer-matching.ts';
import type { LeadIntake } from '#core/leads/new-records.ts';
import type { IntakePlan, PlannedLead } from '#core/leads/plan-lead-intake.ts';
import type { AddressRecord } from '#core/records.ts';
import { wordsOfAddress, wordsOfWorkItem } from '#core/search/search-words.ts';
import { insertAddresses } from '#db/addresses.ts';
import {
  fillInCustomer,
  findCustomersByKeys,
  indexNewCustomers,
  insertCustomers,
} from '#db/customers.ts';
import type { Database, Step } from '#db/database.ts';
import { insertPhotos } from '#db/photos.ts';
import { insertWorkItems } from '#db/work-items.ts';
import type { ActionContext } from '../context.ts';
import { locateLeads } from './locate-leads.ts';
import { refreshSearch } from '../work-items/refresh-search.ts';

interface IntakeRequest {
  brandId: string;
  brandCountry: string;
  author: Author;
  lead: LeadSubmission;
}

export async function intakesOf(
  trx: Database,
  requests: readonly IntakeRequest[],
  now: number,
  context: ActionContext,
): Promise<LeadIntake[]> {
  const locations = await locateLeads(trx, requests, context.places);
  return requests.map(({ brandId, brandCountry, author, lead }, index) => ({
    brandId,
    brandCountry,
    customerId: context.newId(),
    addressId: context.newId(),
    workItemId: context.newId(),
    receivedAt: now,
    createdBy: memberOf(author),
    lead,
    location: locations[index] ?? null,
  }));
}

interface Reachable {
  brandId: string;
  lead: { email?: string | undefined; phone?: string | undefined };
}

/** Those whom leads could match. */
export async function findKnownCustomers(
  trx: Database,
  people: readonly Reachable[],
): Promise<KnownCustomer[]> {
  const known: KnownCustomer[] = [];
  for (const [brandId, group] of Map.groupBy(people, (person) => person.brandId)) {
    const emailKeys = group.map(({ lead }) => emailKeyOf(lead.email)).filter((key) => key !== null);
    const phoneKeys = group.map(({ lead }) => phoneKeyOf(lead.phone)).filter((key) => key !== null);
    known.push(...(await findCustomersByKeys(trx, { brandId, emailKeys, phoneKeys })));
  }
  return known;
}

/** With what else is to be written about it. */
export async function writeIntake(
  trx: Database,
  plan: IntakePlan,
  more: readonly Step[] = [],
): Promise<void> {
  const { addresses, customers, leads, fillIns } = plan;
  const workItems = leads.map((lead) => lead.workItem);
  const photos = leads.flatMap((lead) => lead.photos);
  // Each row refers only to rows that are there.
  await trx.inTurn([
    () => insertAddresses(trx, addresses),
    () => insertCustomers(trx, customers),
    () => insertWorkItems(trx, workItems),
    () => insertPhotos(trx, photos),
    () => indexNewCustomers(trx, customers),
    () => trx.addressSearch.addNewest(addresses.map(entryOfAddress)),
    () => trx.workItemSearch.addNewest(leads.map(entryOfLead)),
    ...more,
  ]);
  for (const fillIn of fillIns) await fillInCustomer(trx, fillIn);
  // A customer who got a phone number is found by it on all earlier work items too.
  for (const { brandId, id, phone } of fillIns) {
    if (phone !== undefined) await refreshSearch(trx, { brandId, customerId: id });
  }
}

function entryOfAddress(address: AddressRecord) {
  return { ...address, words: wordsOfAddress(address) };
}

function entryOfLead({ workItem, customer }: PlannedLead) {
  const { brandId, id } = workItem;
  return { brandId, id, words: wordsOfWorkItem(workItem, customer) };
}
