// Redacts responses and events for keys and webhooks without personal data. All their responses pass
// through `withoutPersonalData`. A field without a rule is dropped, and a new field of the contract does
// not compile without a rule.
//
// Redacted: names, contact details, addresses, and all free text, which can contain any of them.
// Kept: ids, enum values, times, amounts, the town, and the brand's own labels.
import type { Address } from '#contract/address.ts';
import type { Customer } from '#contract/customer.ts';
import type { Event } from '#contract/event.ts';
import type { EventType } from '#contract/event-lists.ts';
import type { ListedIntake } from '#contract/intake.ts';
import type { Photo } from '#contract/photo.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { WorkItem } from '#contract/work-item.ts';
import { type EventSubject, subjectOf } from './present-event.ts';

/** What a route responds with: `personal` is refused to redacted callers, `plain` needs no redaction. */
export type Shown = 'workItem' | 'customer' | 'address' | 'photo' | 'event' | 'plain' | 'personal';

type Rule<Value> = (value: Value) => Value;
type Rules<Fields> = { readonly [Field in keyof Required<Fields>]: Rule<Fields[Field]> };
type AnyRules = Readonly<Record<string, Rule<unknown>>>;

const kept = <Value>(value: Value): Value => value;
const blank = (): string => '';
const none = (): null => null;

// A tenth of a degree is about ten kilometres: the town, not the house.
const stepsPerDegree = 10;
const rounded = (degrees: number): number => Math.round(degrees * stepsPerDegree) / stepsPerDegree;

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
  // In many countries a postal code identifies a street, or part of one.
  postalCode: blank,
  street: blank,
  streetNumber: blank,
  streetNumberAddition: blank,
  latitude: rounded,
  longitude: rounded,
  locationNotes: none,
};

const photo: Rules<Photo> = {
  // File names contain people's names.
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
  hoursWorked: none,
  materials: none,
  signedBy: none,
  tags: kept,
  assigneeId: kept,
  followUpAt: kept,
  createdAt: kept,
  updatedAt: kept,
  createdBy: kept,
  updatedBy: kept,
  deletedAt: kept,
  archivedAt: kept,
  // An array in a work item, a single photo in an event.
  photos: (photos) => redact(photos, photo),
  customer: (shown) => redact(shown, customer),
  address: (shown) => redact(shown, address),
};

const webhook: Rules<Webhook> = {
  id: kept,
  brandId: kept,
  // The URL of another caller's webhook may contain a secret.
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

const intake: Rules<ListedIntake> = {
  id: kept,
  channelId: kept,
  source: kept,
  state: kept,
  reason: kept,
  receivedAt: kept,
  message: none,
  errorCode: kept,
  // It names fields, which the sender chose.
  errorDetails: none,
  workItemId: kept,
  lead: none,
  fileCount: kept,
};

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

const rulesOf = { workItem, customer, address, photo, webhook, intake } as unknown as Partial<
  Record<Shown | EventSubject, AnyRules>
>;

/** Redacts a record of that kind, or a page of them. */
export function withoutPersonalData(kind: Shown, answer: unknown): unknown {
  if (kind === 'personal') throw new Error('personal data in a response to a redacted caller');
  if (kind === 'plain') return answer;
  const { data, limit } = answer as { data?: unknown; limit?: unknown };
  if (!Array.isArray(data)) return redactOne(kind, answer);
  const page = { data: data.map((one) => redactOne(kind, one)) };
  return limit === undefined ? page : { ...page, limit };
}

function redactOne(kind: Shown, record: unknown): unknown {
  return kind === 'event'
    ? eventWithoutPersonalData(record as Event)
    : redact(record, rulesOf[kind]!);
}

/** Redacts an event of the feed, of a history or of a webhook. */
export function eventWithoutPersonalData<E extends Partial<Event>>(original: E): E {
  const rules = rulesOf[subjectOf(original.type as EventType)]!;
  const { changes, data } = original;
  return {
    ...redact(original, event),
    ...(changes !== undefined && { changes: changes && redactChanges(changes, rules) }),
    ...(data !== undefined && { data: redact(data, rules) }),
  };
}

/** Keeps the names of all changed fields, but not the values of personal ones. */
function redactChanges(changes: NonNullable<Event['changes']>, rules: AnyRules) {
  return Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) => {
      const rule = Object.hasOwn(rules, field) ? rules[field]! : none;
      const shown = (value: unknown) => (value === null ? null : rule(value));
      return [field, { before: shown(before), after: shown(after) }];
    }),
  );
}

function redact<Records>(records: Records, rules: object): Records {
  if (Array.isArray(records)) return records.map((one) => redact(one, rules)) as Records;
  if (typeof records !== 'object' || records === null) return records;
  const fields = Object.entries(records).filter(([field]) => Object.hasOwn(rules, field));
  const known = rules as Record<string, Rule<unknown>>;
  return Object.fromEntries(
    fields.map(([field, value]) => [field, known[field]!(value)]),
  ) as Records;
}

// Who a work item is for can be judged only by those who see the person.
const unwritableFields = new Set(['customerId']);

/** The fields that redacted callers may not write: overwriting a hidden value loses or reveals it. */
export function redactedFields(kind: Shown, fields: readonly string[]): string[] {
  const rules = rulesOf[kind];
  return fields.filter(
    (field) =>
      rules &&
      Object.hasOwn(rules, field) &&
      (rules[field] !== kept || unwritableFields.has(field)),
  );
}

// Other parameters would confirm a guess, such as an e-mail address or a postal code.
const unrestrictedParameters = new Set([
  'addressId',
  'after',
  'archived',
  'assigneeId',
  'category',
  'city',
  'createdBefore',
  'createdSince',
  'cursor',
  'customerId',
  'eventType',
  'followUpBefore',
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

/** The query parameters that redacted callers may not use. */
export function redactedParameters(names: readonly string[]): string[] {
  return names.filter((name) => !unrestrictedParameters.has(name));
}
