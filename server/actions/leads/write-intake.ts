// Reads what a plan of leads needs, and writes the plan.
import type { Language } from '#contract/account-lists.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { type Author, memberOf } from '#core/author.ts';
import {
  type CustomerFillIn,
  filledIn,
  type KnownCustomer,
} from '#core/customers/customer-directory.ts';
import { emailKeyOf, phoneKeyOf } from '#core/customers/match-keys.ts';
import type { LeadIntake } from '#core/leads/new-records.ts';
import type { IntakePlan, PlannedLead } from '#core/leads/plan-lead-intake.ts';
import type { UploadedFile } from '#core/photos/upload-url.ts';
import type { AddressRecord } from '#core/records.ts';
import { wordsOfAddress, wordsOfWorkItem } from '#core/search/search-words.ts';
import { insertAddresses } from '#db/addresses/addresses.ts';
import {
  lockCustomersToFillIn,
  indexNewCustomers,
  insertCustomers,
  putCustomers,
} from '#db/customers/customers.ts';
import { findCustomersByKeys } from '#db/customers/known-customers.ts';
import type { Database, Step } from '#db/database.ts';
import { insertPhotos } from '#db/photos/photos.ts';
import { insertWorkItems } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { locateLeads } from './locate-leads.ts';
import { refreshSearch } from '../customers/refresh-search.ts';

export interface IntakeRequest {
  brandId: string;
  brandCountry: string;
  brandLanguage: Language;
  author: Author;
  lead: LeadSubmission;
  /** Earlier than now, for a lead that was held. */
  receivedAt?: number | undefined;
  /** Pictures that came with it. */
  files?: readonly UploadedFile[] | undefined;
}

export async function intakesOf(
  trx: Database,
  requests: readonly IntakeRequest[],
  now: number,
  context: ActionContext,
): Promise<LeadIntake[]> {
  const locations = await locateLeads(trx, requests, context.places);
  return requests.map(({ brandId, brandCountry, brandLanguage, author, lead, ...rest }, index) => ({
    brandId,
    brandCountry,
    brandLanguage,
    customerId: context.newId(),
    addressId: context.newId(),
    workItemId: context.newId(),
    receivedAt: now,
    arrivedAt: rest.receivedAt,
    files: rest.files,
    createdBy: memberOf(author),
    lead,
    location: locations[index] ?? null,
  }));
}

interface Reachable {
  brandId: string;
  lead: { email?: string | undefined; phone?: string | undefined };
}

/** Returns the customers that the leads could match. */
export async function findKnownCustomers(
  trx: Database,
  people: readonly Reachable[],
): Promise<KnownCustomer[]> {
  const keysOf = (keyOf: (lead: Reachable['lead']) => string | null) =>
    people.flatMap(({ brandId, lead }) => {
      const key = keyOf(lead);
      return key === null ? [] : [{ brandId, key }];
    });
  return findCustomersByKeys(trx, {
    emailKeys: keysOf(({ email }) => emailKeyOf(email)),
    phoneKeys: keysOf(({ phone }) => phoneKeyOf(phone)),
  });
}

/** Writes the plan; `more` are further steps of the same transaction. */
export async function writeIntake(
  trx: Database,
  plan: IntakePlan,
  more: readonly Step[] = [],
): Promise<void> {
  const { addresses, customers, leads, fillIns } = plan;
  const workItems = leads.map((lead) => lead.workItem);
  const photos = leads.flatMap((lead) => lead.photos);
  // Foreign keys: each row refers only to rows inserted before it.
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
  if (fillIns.length > 0) await writeFillIns(trx, fillIns);
}

async function writeFillIns(trx: Database, fillIns: readonly CustomerFillIn[]): Promise<void> {
  const byCustomer = Map.groupBy(fillIns, ({ id }) => id);
  const before = await lockCustomersToFillIn(
    trx,
    [...byCustomer.values()].map(([first]) => first!),
  );
  const after = before.map((customer) => byCustomer.get(customer.id)!.reduce(filledIn, customer));
  await putCustomers(trx, after);
  // A new phone number makes all earlier work items of the customer findable by it.
  await refreshSearch(
    trx,
    'customer',
    after.filter((customer, index) => customer.phone !== before[index]!.phone),
  );
}

function entryOfAddress(address: AddressRecord) {
  const { brandId, id } = address;
  return { brandId, id, words: wordsOfAddress(address) };
}

function entryOfLead({ workItem, customer, address }: PlannedLead) {
  const { brandId, id } = workItem;
  return { brandId, id, words: wordsOfWorkItem(workItem, customer, address) };
}
