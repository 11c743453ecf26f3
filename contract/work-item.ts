import { type Static, Type } from 'typebox';
import { Address } from './address.ts';
import { Customer } from './customer.ts';
import { Photo } from './photo.ts';
import { Id, nullable, oneOf, Timestamp } from './field-types.ts';
import { priorities, sources, statuses } from './work-item-lists.ts';

const workItemFields = {
  id: Id('Identifier of the work item'),
  brandId: Id('The brand that owns it'),
  customerId: Id('The customer it is for'),
  addressId: nullable(Id('Where the work is; null for a lead without an address')),
  title: Type.String({
    description: 'What it is about, in a few words',
    examples: ['Leaking kitchen tap'],
  }),
  description: Type.String({ description: 'Empty when none was given' }),
  status: oneOf(statuses, 'Says which phase the record is in'),
  priority: oneOf(priorities, 'How soon it wants attention'),
  category: nullable(
    Type.String({ description: 'Kind of job, free text', examples: ['plumbing'] }),
  ),
  customerSignature: nullable(Type.String({ description: 'The customer’s signature' })),
  scheduledStart: nullable(Timestamp('When the work is planned to start')),
  scheduledEnd: nullable(Timestamp('When the work is planned to end')),
  actualStart: nullable(Timestamp('When the work started')),
  actualEnd: nullable(Timestamp('When the work ended')),
  source: oneOf(sources, 'How the lead came in'),
  receivedAt: Timestamp('When the lead came in'),
  customStatusId: nullable(Id('A status of the brand’s own')),
  estimatedCost: nullable(Type.Integer({ description: 'In cents' })),
  finalCost: nullable(Type.Integer({ description: 'In cents' })),
  budgetQuote: nullable(Type.String({ description: 'Budget range, free text' })),
  notes: nullable(
    Type.String({
      description: 'Remarks as sent, then what the service noted while it took the lead in',
    }),
  ),
  completionNotes: nullable(Type.String({ description: 'Remarks made when the job was done' })),
  tags: nullable(Type.Array(Type.String(), { description: 'Labels of the brand’s own' })),
  createdAt: Timestamp('When the record was made'),
  updatedAt: Timestamp('When the record was last changed'),
  createdBy: nullable(Id('Member who made the record; null when it came through the API')),
  updatedBy: nullable(Id('Member who last changed the record')),
  deletedAt: nullable(Timestamp('When it was deleted')),
  archivedAt: nullable(Timestamp('When it was archived')),
};

const photos = Type.Optional(
  Type.Array(Photo, { description: 'Only when photoUrls were sent; in the order they were sent' }),
);

export const WorkItem = Type.Object(
  { ...workItemFields, photos },
  { $id: 'WorkItem', description: 'A lead or a job: one record, its status says which' },
);

export const ListedWorkItem = Type.Object(
  { ...workItemFields, photos, customer: Customer, address: nullable(Address) },
  { $id: 'ListedWorkItem', description: 'A lead or a job with its customer and address' },
);

export type WorkItem = Static<typeof WorkItem>;
export type ListedWorkItem = Static<typeof ListedWorkItem>;
