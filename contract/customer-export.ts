import { type Static, Type } from 'typebox';
import { Address } from './address.ts';
import { CustomerMerge } from './customer-merge.ts';
import { Customer } from './customer.ts';
import { HistoryEntry } from './event.ts';
import { EraseConfirmation, ErasureStatus } from './enums.ts';
import { fieldOf, Id, nullable, Timestamp } from './field-types.ts';
import { Intake } from './intake.ts';
import { LoggedRequest } from './logged-request.ts';
import { Note } from './note.ts';
import { Photo } from './photo.ts';
import { WorkItem } from './work-item.ts';

const ExportedPicture = Type.Object(
  {
    ...Photo.properties,
    link: nullable(Type.String({ description: 'Path of the picture; null when none is stored' })),
  },
  { description: 'A photo with a link to the picture' },
);

const Submission = Type.Object(
  {
    receivedAt: Timestamp('When it was received'),
    requestId: Id('The X-Request-Id of the request'),
    body: Type.String({ description: 'The body exactly as it was sent' }),
    language: nullable(
      Type.String({ description: 'Language of the form, such as nl; null when unknown' }),
    ),
  },
  { description: 'The submission that created the lead' },
);

const IdempotencyRecord = Type.Object(
  {
    idempotencyKey: Type.String({ description: 'The key that was sent' }),
    route: Type.String({ description: 'The operation' }),
    expiresAt: Timestamp('When it is deleted'),
    body: Type.String({
      description: 'The stored response, with the work item as it was then',
    }),
  },
  { description: 'A response that is stored to be replayed for the same `Idempotency-Key`' },
);

const SentEvent = Type.Object(
  {
    id: Id('Identifier of the delivery'),
    webhookId: Id('The webhook it was sent to'),
    createdAt: Timestamp('When it was first sent'),
    payload: Type.Unsafe<object>({ type: 'object', description: 'What was sent' }),
    answers: Type.Array(Type.String(), {
      description: 'The start of the body of each response; empty for an event about an address',
    }),
  },
  { description: 'An event that was sent to a webhook, while it is in the log' },
);

const WaitingRow = Type.Object(
  {
    importId: Id('Identifier of the import'),
    row: Type.Integer({ description: 'Row number in the file, as in a spreadsheet' }),
    receivedAt: Timestamp('When the file was received'),
    requestId: Id('The X-Request-Id of the request that sent the file'),
    body: Type.String({ description: 'The row as it was sent: JSON by column name' }),
  },
  { description: 'A row of a pending import, not yet a lead' },
);

const { photos: _photos, ...itemFields } = WorkItem.properties;

export const ExportedWorkItem = Type.Object(
  {
    ...itemFields,
    address: nullable(Address),
    formerAddresses: Type.Array(Address, {
      description: 'Its earlier addresses, except those that belong to somebody else now',
    }),
    photos: Type.Array(ExportedPicture, { description: 'In the order they were sent' }),
    noteEntries: Type.Array(Note, {
      description: 'Who added what to the notes, also what is no longer in them',
    }),
    submission: nullable(Submission),
    idempotencyAnswers: Type.Array(IdempotencyRecord),
    history: Type.Array(HistoryEntry, { description: 'Everything that happened to it' }),
    webhookDeliveries: Type.Array(SentEvent),
  },
  { $id: 'ExportedWorkItem', description: 'A lead or a job with everything stored about it' },
);

export const CustomerExport = Type.Object(
  {
    exportedAt: Timestamp('When the export started'),
    customer: Customer,
    mergedCustomers: Type.Array(Customer, {
      description: 'Customers that were merged into this one',
    }),
    merges: Type.Array(CustomerMerge, { description: 'The merges, and whether they were undone' }),
    addresses: Type.Array(Address, {
      description:
        'Current and earlier addresses of the customers; those of the work are with the work items',
    }),
    history: Type.Array(HistoryEntry, {
      description:
        'Everything that happened to the customers, and to their addresses while they had them',
    }),
    webhookDeliveries: Type.Array(SentEvent),
    workItems: Type.Array(ExportedWorkItem, {
      description: 'All leads and jobs, including archived and deleted ones, oldest first',
    }),
    waitingImportRows: Type.Array(WaitingRow, {
      description:
        'Rows of pending imports with an e-mail address or phone number that the customer has or had',
    }),
    requests: Type.Array(LoggedRequest, {
      description:
        'Refused requests with an e-mail address or phone number that the customer has or had',
    }),
    intakes: Type.Array(Intake, {
      description:
        'What came in for their leads, or has an e-mail address or phone number that the customer has or had',
    }),
  },
  { $id: 'CustomerExport', description: 'Everything that is stored about one person' },
);

export const ErasureUnderWay = Type.Object(
  {
    customerId: Id('The customer that is being erased'),
    status: fieldOf(
      ErasureStatus,
      'The customer is erased; work items and refused requests are still being scanned',
    ),
  },
  { $id: 'ErasureUnderWay', description: 'An erasure that continues in the background' },
);

// Required, so that a plain DELETE never erases.
export const EraseQuery = Type.Object({
  erase: fieldOf(EraseConfirmation, 'Confirms the erasure, which cannot be undone'),
});

export type ExportedWorkItem = Static<typeof ExportedWorkItem>;
export type WaitingRow = Static<typeof WaitingRow>;
export type SentEvent = Static<typeof SentEvent>;
export type CustomerExport = Static<typeof CustomerExport>;
