// The fields of a record that are useful to an assistant.
import { type TObject, type TSchema, Type } from 'typebox';
import { Address } from '#contract/address.ts';
import { Customer } from '#contract/customer.ts';
import { HistoryEntry } from '#contract/event.ts';
import { nullable } from '#contract/field-types.ts';
import { Photo } from '#contract/photo.ts';
import { WorkItem } from '#contract/work-item.ts';

export const ShownCustomer = Type.Pick(Customer, [
  'id',
  'name',
  'email',
  'phone',
  'companyName',
  'status',
  'addressId',
  'notes',
  'tags',
]);

const ShownAddress = Type.Pick(Address, [
  'id',
  'street',
  'streetNumber',
  'streetNumberAddition',
  'postalCode',
  'city',
  'country',
  'locationNotes',
]);

const customerAndAddress = {
  customer: Type.Optional(nullable(Type.Pick(Customer, ['name', 'email', 'phone', 'companyName']))),
  address: Type.Optional(nullable(ShownAddress)),
};

export const ListedItem = Type.Object({
  ...Type.Pick(WorkItem, [
    'id',
    'status',
    'priority',
    'title',
    'description',
    'category',
    'tags',
    'source',
    'receivedAt',
    'scheduledStart',
    'scheduledEnd',
    'assigneeId',
    'followUpAt',
    'customerId',
  ]).properties,
  ...customerAndAddress,
});

/** Missing where the service sent none. */
const version = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'Which state of the record this is; see update_work_item',
  }),
);

// A drawn signature is a long, unreadable text.
export const WholeItem = Type.Object({
  ...Type.Omit(WorkItem, [
    'brandId',
    'customerSignature',
    'customStatusId',
    'createdBy',
    'updatedBy',
  ]).properties,
  photos: Type.Optional(Type.Array(Type.Pick(Photo, ['url', 'status', 'error']))),
  version,
  ...customerAndAddress,
});

export const NewLead = Type.Pick(WorkItem, [
  'id',
  'status',
  'title',
  'customerId',
  'addressId',
  'notes',
]);

// A key that may write but not read gets only the first four.
export const ChangedItem = Type.Object({
  ...Type.Pick(WorkItem, ['id', 'status', 'updatedAt']).properties,
  version,
  ...Type.Partial(
    Type.Pick(WorkItem, [
      'title',
      'priority',
      'scheduledStart',
      'scheduledEnd',
      'actualStart',
      'actualEnd',
      'assigneeId',
      'followUpAt',
      'tags',
      'notes',
    ]),
  ).properties,
});

export const ShownEntry = Type.Pick(HistoryEntry, [
  'id',
  'type',
  'changes',
  'reason',
  'actor',
  'createdAt',
]);

export const pageOf = (item: TObject) =>
  Type.Object({
    items: Type.Array(item),
    nextCursor: nullable(
      Type.String({ description: 'Send it as cursor to get the next page; null on the last page' }),
    ),
  });

interface Shape {
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
}

/** Returns only the fields that the schema names. */
export function shown(record: object, schema: TSchema): Record<string, unknown> {
  return fieldsOf(record, schema as Shape) as Record<string, unknown>;
}

function fieldsOf(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((one) => fieldsOf(one, shape.items ?? {}));
  const { properties } = shape.anyOf?.find((one) => one.properties) ?? shape;
  if (typeof value !== 'object' || value === null || !properties) return value;
  const known = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(
    known.map(([name, field]) => [name, fieldsOf(field, properties[name]!)]),
  );
}

const shortTextLengthMax = 500;

/** Truncates long texts in a list of many records. */
export function withShortTexts<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'string' && one.length > shortTextLengthMax
      ? `${one.slice(0, shortTextLengthMax).toWellFormed()}… (shortened)`
      : one,
  );
}
