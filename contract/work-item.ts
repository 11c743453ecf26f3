import { type Static, Type } from 'typebox';
import { Address } from './address.ts';
import { Customer } from './customer.ts';
import { Photo } from './photo.ts';
import { Priority, Source, WorkItemStatus } from './enums.ts';
import { fieldOf, Id, nullable, Timestamp } from './field-types.ts';

const workItemFields = {
  id: Id('Identifier of the work item'),
  brandId: Id('The brand that owns it'),
  customerId: Id('The customer it is for'),
  addressId: nullable(Id('Where the work is; null for a lead without an address')),
  title: Type.String({
    description: 'Short summary of the job',
    examples: ['Leaking kitchen tap'],
  }),
  description: Type.String({ description: 'Empty when none was given' }),
  status: fieldOf(WorkItemStatus, 'Says which phase the record is in'),
  priority: fieldOf(Priority, 'How urgent it is'),
  category: nullable(
    Type.String({ description: 'Kind of job, free text', examples: ['plumbing'] }),
  ),
  customerSignature: nullable(Type.String({ description: 'The customer’s signature' })),
  scheduledStart: nullable(Timestamp('When the work is planned to start')),
  scheduledEnd: nullable(Timestamp('When the work is planned to end')),
  actualStart: nullable(Timestamp('When the work started')),
  actualEnd: nullable(Timestamp('When the work ended')),
  source: fieldOf(Source, 'How the lead came in'),
  receivedAt: Timestamp('When the lead was received'),
  customStatusId: nullable(Id('A custom status of the brand')),
  estimatedCost: nullable(Type.Integer({ description: 'In cents' })),
  finalCost: nullable(Type.Integer({ description: 'In cents' })),
  budgetQuote: nullable(Type.String({ description: 'Budget range, free text' })),
  notes: nullable(
    Type.String({
      description: 'Notes as sent, followed by remarks that the service added on creation',
    }),
  ),
  completionNotes: nullable(Type.String({ description: 'Notes on completion' })),
  hoursWorked: nullable(Type.String({ description: 'Hours worked, for the work report' })),
  materials: nullable(Type.String({ description: 'Materials used, for the work report' })),
  signedBy: nullable(Type.String({ description: 'Name of the person who signed' })),
  tags: nullable(Type.Array(Type.String(), { description: 'The brand’s own labels' })),
  assigneeId: nullable(Id('The member who does it; null when nobody is named')),
  followUpAt: nullable(Timestamp('When somebody has to come back to it, such as to call back')),
  createdAt: Timestamp('When the record was created'),
  updatedAt: Timestamp('When the record was last changed'),
  createdBy: nullable(Id('Member who created the record; null when it came through the API')),
  updatedBy: nullable(Id('Member who last changed the record')),
  deletedAt: nullable(Timestamp('When it was deleted')),
  archivedAt: nullable(Timestamp('When it was archived')),
};

const photos = Type.Optional(
  Type.Array(Photo, {
    description: 'Present only when photos were sent, with the lead or later; in that order',
  }),
);

export const WorkItem = Type.Object(
  { ...workItemFields, photos },
  { $id: 'WorkItem', description: 'A lead or a job; the status says which' },
);

export const ListedWorkItem = Type.Object(
  { ...workItemFields, photos, customer: Customer, address: nullable(Address) },
  { $id: 'ListedWorkItem', description: 'A lead or a job with its customer and address' },
);

export type WorkItem = Static<typeof WorkItem>;
export type ListedWorkItem = Static<typeof ListedWorkItem>;
