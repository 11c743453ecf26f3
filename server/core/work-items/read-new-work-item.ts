// Reads a new job, or returns one message per invalid field.
import type { TObject } from 'typebox';
import { NewAddress, NewCustomer, NewWorkItem } from '#contract/new-work-item.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import type { Priority, Source } from '#contract/work-item-lists.ts';
import { wrongTimes } from './change-work-item.ts';
import { isBlank } from '../reading/clean-text.ts';
import { type BodyReading, readBody } from '../reading/read-body.ts';
import { type FieldMessage, about } from '../reading/field-message.ts';
import { isObject, type ObjectSchema } from '../reading/read-field.ts';

type CustomerFields = { name: string } & Partial<
  Record<'firstName' | 'lastName' | 'email' | 'phone' | 'companyName', string>
>;
type AddressFields = Partial<
  Record<
    'street' | 'streetNumber' | 'streetNumberAddition' | 'postalCode' | 'city' | 'country',
    string
  >
>;

export interface NewWorkItemFields {
  title: string;
  customer: { id: string } | CustomerFields;
  /** Undefined for the customer's own address. */
  address: { id: string | null } | AddressFields | undefined;
  status: 'pending' | 'scheduled';
  source: Source;
  description: string;
  priority: Priority;
  category: string | null;
  tags: string[] | null;
  notes: string | null;
  scheduledStart: number | null;
  scheduledEnd: number | null;
  estimatedCost: number | null;
  budgetQuote: string | null;
  assigneeId: string | null;
  followUpAt: number | null;
}

const parts = { customer: NewCustomer, address: NewAddress } as const;
const schema = NewWorkItem as unknown as ObjectSchema;

export function readNewWorkItem(body: unknown): BodyReading<NewWorkItemFields> {
  const sent = isObject(body) ? suppliedJob(body) : {};
  const reading = readBody<Record<string, never>>(schema, isObject(body) ? sent : body);
  const messages = reading.messages ?? [];
  const read: Record<string, unknown> = { ...reading.fields };
  for (const [name, part] of Object.entries(parts)) {
    const value = sent[name];
    if (!isObject(value)) continue;
    const inner = readBody<object>(part as unknown as ObjectSchema, supplied(value, part));
    messages.push(...(inner.messages ?? []).map((message) => nested(name, message)));
    read[name] = inner.fields;
  }
  messages.push(...conflictsIn(sent));
  if (messages.length > 0) return { messages };

  const { customerId, customer, addressId, address, ...fields } = read as Record<string, unknown>;
  const start = (fields['scheduledStart'] as number | null | undefined) ?? null;
  const job = {
    status: start === null ? 'pending' : 'scheduled',
    source: 'manual',
    description: '',
    priority: 'medium',
    category: null,
    tags: null,
    notes: null,
    scheduledStart: null,
    scheduledEnd: null,
    estimatedCost: null,
    budgetQuote: null,
    assigneeId: null,
    followUpAt: null,
    ...fields,
    customer: customer ?? { id: customerId },
    address: address ?? (addressId === undefined ? undefined : { id: addressId }),
  } as unknown as NewWorkItemFields;
  const timeMessages = wrongTimes(job);
  return timeMessages.length > 0 ? { messages: timeMessages } : { fields: job };
}

function nested(name: string, message: FieldMessage): FieldMessage {
  const { field, text } = message;
  return { ...message, field: `${name}.${field}`, text: `${name}.${text}` };
}

/** `addressId: null` has a meaning of its own: no address. */
function suppliedJob(body: Record<string, unknown>): Record<string, unknown> {
  const { addressId } = body;
  return { ...supplied(body, NewWorkItem), ...(addressId !== undefined && { addressId }) };
}

// Form tools send null or blanks for an empty field. An unknown field stays, to be refused.
function supplied(value: object, { properties }: TObject): object {
  const isEmpty = (one: unknown) => one === null || (typeof one === 'string' && isBlank(one));
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, one]) => !isEmpty(one) || !Object.hasOwn(properties, name),
    ),
  );
}

/** Fields that contradict each other or lack another one. */
function conflictsIn(sent: Record<string, unknown>): FieldMessage[] {
  const has = (name: string) => sent[name] !== undefined;
  const messages: FieldMessage[] = [];
  if (has('customerId') === has('customer')) {
    messages.push(
      has('customer')
        ? about('customer', 'not_together', 'cannot be sent together with customerId')
        : about(
            'customer',
            'no_customer',
            'is required: send it, or the customerId of a known customer',
          ),
    );
  }
  if (has('addressId') && has('address')) {
    messages.push(about('address', 'not_together', 'cannot be sent together with addressId'));
  }
  const address = sent['address'];
  if (typeof address === 'object' && address !== null) {
    const isPlace = ['street', 'postalCode', 'city'].some((part) =>
      Object.hasOwn(supplied(address, NewAddress), part),
    );
    if (!isPlace) {
      messages.push(about('address', 'no_place', 'must have a street, a postalCode or a city'));
    }
  }
  return messages;
}

/** The job as a lead submission; the lead intake finds or creates the customer. */
export function asSubmission(job: NewWorkItemFields, customer: CustomerFields): LeadSubmission {
  const { name, ...contact } = customer;
  return {
    customerName: name,
    title: job.title,
    ...contact,
    ...(job.address !== undefined && !('id' in job.address) && job.address),
  };
}
