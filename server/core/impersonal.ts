// What leaves through a key or a webhook without personal data. Whatever such a caller is shown goes through
// `withoutPersonalData`. A field that nobody wrote a rule for is left out, and a new field of the contract does not compile
// without one.
//
// Left out: whatever names a person or says where to find one, and every text that people write freely, since such texts
// hold names and numbers too. What stays are ids, lists, times, amounts, the town, and the labels of the business.
import type { Address } from '#contract/address.ts';
import type { Customer } from '#contract/customer.ts';
import type { Event } from '#contract/event.ts';
import type { EventType } from '#contract/event-lists.ts';
import type { Photo } from '#contract/photo.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { WorkItem } from '#contract/work-item.ts';
import { subjectOf } from './present-event.ts';

/** What a route answers with: `personal` is shown to nobody without personal data, of `plain` all is. */
export type Shown = 'workItem' | 'customer' | 'address' | 'photo' | 'event' | 'plain' | 'personal';

type Rule<Value> = (value: Value) => Value;
type Rules<Fields> = { readonly [Field in keyof Required<Fields>]: Rule<Fields[Field]> };
type AnyRules = Readonly<Record<string, Rule<unknown>>>;

const kept = <Value>(value: Value): Value => value;
const blank = (): string => '';
const none = (): null => null;

// About ten kilometres: the town, not the house.
const stepsPerDegree = 10;
const roughly = (degrees: number): number => Math.round(degrees * stepsPerDegree) / stepsPerDegree;

const customer: Rules<Customer> = {
  id: kept,
  brandId: kept,
  name: blank,
  firstName: blank,
  lastName: blank,
  email: blank,
  phone: blank,
  secondaryPhone: none,
  companyName: blank,
  isCompany: kept,
  status: kept,
  addressId: kept,
  notes: none,
  tags: kept,
  createdAt: kept,
  updatedAt: kept,
  createdBy: kept,
  updatedBy: kept,
  deletedAt: kept,
  archivedAt: kept,
};

const address: Rules<Address> = {
  id: kept,
  brandId: kept,
  country: kept,
  stateProvince: kept,
  city: kept,
  // In many countries a postal code is a street, or a part of one.
  postalCode: blank,
  street: blank,
  streetNumber: blank,
  streetNumberAddition: blank,
  latitude: roughly,
  longitude: roughly,
  locationNotes: none,
};

const photo: Rules<Photo> = {
  // Names of files name people.
  url: blank,
  status: kept,
  assetId: kept,
  contentType: kept,
  sizeBytes: kept,
  width: kept,
  height: kept,
  error: kept,
};

interface AnyWorkItem extends WorkItem {
  customer?: Customer;
  address?: Address | null;
}

const workItem: Rules<AnyWorkItem> = {
  id: kept,
  brandId: kept,
  customerId: kept,
  addressId: kept,
  title: blank,
  description: blank,
  status: kept,
  priority: kept,
  category: kept,
  customerSignature: none,
  scheduledStart: kept,
  scheduledEnd: kept,
  actualStart: kept,
  actualEnd: kept,
  source: kept,
  receivedAt: kept,
  customStatusId: kept,
  estimatedCost: kept,
  finalCost: kept,
  budgetQuote: none,
  notes: none,
  completionNotes: none,
  tags: kept,
  createdAt: kept,
  updatedAt: kept,
  createdBy: kept,
  updatedBy: kept,
  deletedAt: kept,
  archivedAt: kept,
  // An event tells of one photo.
  photos: (photos) => each(photos, photo),
  customer: (shown) => each(shown, customer),
  address: (shown) => each(shown, address),
};

const webhook: Rules<Webhook> = {
  id: kept,
  brandId: kept,
  // Of its own webhooks such a caller knows it; that of another may hold a secret.
  url: blank,
  description: none,
  eventTypes: kept,
  personalData: kept,
  state: kept,
  disabledReason: kept,
  failingSince: kept,
  createdAt: kept,
  updatedAt: kept,
  createdBy: kept,
  updatedBy: kept,
};

const rulesBySubject = { workItem, customer, address, webhook };

const event: Rules<Omit<Event, 'data' | 'changes'>> = {
  id: kept,
  type: kept,
  brandId: kept,
  subjectId: kept,
  reason: none,
  actor: kept,
  actorId: kept,
  requestId: kept,
  createdAt: kept,
};

const rulesOf = { workItem, customer, address, photo } as unknown as Partial<
  Record<Shown, AnyRules>
>;

/** A record of that kind, or a page of them. */
export function withoutPersonalData(kind: Shown, answer: unknown): unknown {
  if (kind === 'personal') throw new Error('an answer about people was on its way out');
  if (kind === 'plain') return answer;
  const { data, limit } = answer as { data?: unknown; limit?: unknown };
  if (!Array.isArray(data)) return oneWithout(kind, answer);
  const page = { data: data.map((one) => oneWithout(kind, one)) };
  return limit === undefined ? page : { ...page, limit };
}

function oneWithout(kind: Shown, record: unknown): unknown {
  return kind === 'event'
    ? eventWithoutPersonalData(record as Event)
    : each(record, rulesOf[kind]!);
}

/** An event of the feed, of a history or of a webhook. */
export function eventWithoutPersonalData<Told extends Partial<Event>>(told: Told): Told {
  const rules = rulesBySubject[subjectOf(told.type as EventType)] as unknown as AnyRules;
  const { changes, data } = told;
  return {
    ...each(told, event),
    ...(changes !== undefined && { changes: changes && changesWithout(changes, rules) }),
    ...(data !== undefined && { data: each(data, rules) }),
  };
}

/** That a field changed is told, of a personal one not from what to what. */
function changesWithout(changes: NonNullable<Event['changes']>, rules: AnyRules) {
  return Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) => {
      const rule = Object.hasOwn(rules, field) ? rules[field]! : none;
      const shown = (value: unknown) => (value === null ? null : rule(value));
      return [field, { before: shown(before), after: shown(after) }];
    }),
  );
}

function each<Records>(records: Records, rules: object): Records {
  if (Array.isArray(records)) return records.map((one) => each(one, rules)) as Records;
  if (typeof records !== 'object' || records === null) return records;
  const fields = Object.entries(records).filter(([field]) => Object.hasOwn(rules, field));
  const known = rules as Record<string, Rule<unknown>>;
  return Object.fromEntries(
    fields.map(([field, value]) => [field, known[field]!(value)]),
  ) as Records;
}

/** Whoever writes over what they cannot see would lose it, or find out what it was. */
export function fieldsClosedToImpersonal(kind: Shown, fields: readonly string[]): string[] {
  const rules = rulesOf[kind];
  return fields.filter((field) => rules && Object.hasOwn(rules, field) && rules[field] !== kept);
}

// Others would confirm a guess: a search or an e-mail address that finds somebody, a postal code that finds a house.
const openParameters = new Set([
  'addressId',
  'after',
  'archived',
  'category',
  'city',
  'createdBefore',
  'createdSince',
  'cursor',
  'customerId',
  'eventType',
  'limit',
  'priority',
  'scheduledFrom',
  'scheduledTo',
  'sort',
  'source',
  'status',
  'tag',
  'type',
  'updatedBefore',
  'updatedSince',
]);

export function parametersClosedToImpersonal(names: readonly string[]): string[] {
  return names.filter((name) => !openParameters.has(name));
}
