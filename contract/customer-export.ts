import { type Static, Type } from 'typebox';
import { Address } from './address.ts';
import { CustomerMerge } from './customer-merge.ts';
import { Customer } from './customer.ts';
import { HistoryEntry } from './event.ts';
import { Id, nullable, oneOf, Timestamp } from './field-types.ts';
import { LoggedRequest } from './logged-request.ts';
import { Photo } from './photo.ts';
import { WorkItem } from './work-item.ts';

const ExportedPicture = Type.Object(
  {
    ...Photo.properties,
    link: nullable(Type.String({ description: 'Path of the picture; null when none was kept' })),
  },
  { description: 'A photo and where to get it' },
);

const Submission = Type.Object(
  {
    receivedAt: Timestamp('When it came in'),
    requestId: Id('The X-Request-Id of the request'),
    body: Type.String({ description: 'The body exactly as it was sent' }),
  },
  { description: 'What was sent to make the lead' },
);

const RememberedAnswer = Type.Object(
  {
    idempotencyKey: Type.String({ description: 'The key that was sent' }),
    route: Type.String({ description: 'The operation' }),
    expiresAt: Timestamp('When it is forgotten'),
    body: Type.String({
      description: 'The answer as it is kept, with the work item as it was then',
    }),
  },
  { description: 'An answer that is kept for a repeated call' },
);

const SentEvent = Type.Object(
  {
    id: Id('Identifier of the delivery'),
    webhookId: Id('The webhook that it was for'),
    createdAt: Timestamp('When it was first sent'),
    payload: Type.Unsafe<object>({ type: 'object', description: 'What was sent' }),
    answers: Type.Array(Type.String(), {
      description:
        'The start of what the webhook answered, each time that it did; about an address, none',
    }),
  },
  { description: 'An event that was sent to a webhook, as far as the log still has it' },
);

const WaitingRow = Type.Object(
  {
    importId: Id('Identifier of the import'),
    row: Type.Integer({ description: 'Which row of the file, as spreadsheets count them' }),
    receivedAt: Timestamp('When the file came in'),
    requestId: Id('The X-Request-Id of the request that brought the file'),
    body: Type.String({ description: 'The row as it was sent: JSON, by the names of the columns' }),
  },
  { description: 'A row of an import that waits for its turn to become a lead' },
);

const { photos: _photos, ...itemFields } = WorkItem.properties;

export const ExportedWorkItem = Type.Object(
  {
    ...itemFields,
    address: nullable(Address),
    formerAddresses: Type.Array(Address, {
      description: 'Where it was before, unless somebody else is there now',
    }),
    photos: Type.Array(ExportedPicture, { description: 'In the order they were sent' }),
    submission: nullable(Submission),
    idempotencyAnswers: Type.Array(RememberedAnswer),
    history: Type.Array(HistoryEntry, { description: 'All that happened to it' }),
    webhookDeliveries: Type.Array(SentEvent),
  },
  { $id: 'ExportedWorkItem', description: 'A lead or a job with everything kept about it' },
);

export const CustomerExport = Type.Object(
  {
    exportedAt: Timestamp('When the export was begun'),
    customer: Customer,
    mergedCustomers: Type.Array(Customer, { description: 'Who became part of this customer' }),
    merges: Type.Array(CustomerMerge, { description: 'When, and whether that was undone' }),
    addresses: Type.Array(Address, {
      description: 'Of the customers, now and before; those of the work are with it',
    }),
    history: Type.Array(HistoryEntry, {
      description:
        'All that happened to the customers, and to their addresses while they were there',
    }),
    webhookDeliveries: Type.Array(SentEvent),
    workItems: Type.Array(ExportedWorkItem, {
      description: 'All leads and jobs, also archived and deleted ones, the oldest first',
    }),
    waitingImportRows: Type.Array(WaitingRow, {
      description:
        'Rows of imports that still wait, with an e-mail address or phone number that the customer has or had',
    }),
    requests: Type.Array(LoggedRequest, {
      description:
        'Refused requests with an e-mail address or phone number that the customer has or had',
    }),
  },
  { $id: 'CustomerExport', description: 'Everything that is kept of one person' },
);

export const ErasureUnderWay = Type.Object(
  {
    customerId: Id('The customer that is being erased'),
    status: oneOf(
      ['erasing'],
      'The customer is gone; some of its work, or refused requests, are still being looked through',
    ),
  },
  { $id: 'ErasureUnderWay', description: 'An erasure that takes a little longer' },
);

// One value, so that nobody erases by leaving something out.
export const EraseQuery = Type.Object({
  erase: oneOf(['true'], 'Says that it is meant: there is no way back'),
});

export type ExportedWorkItem = Static<typeof ExportedWorkItem>;
export type WaitingRow = Static<typeof WaitingRow>;
export type SentEvent = Static<typeof SentEvent>;
export type CustomerExport = Static<typeof CustomerExport>;
