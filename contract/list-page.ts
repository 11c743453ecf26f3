import { type TSchema, Type } from 'typebox';
import { Address } from './address.ts';
import { CustomerMerge } from './customer-merge.ts';
import { Customer } from './customer.ts';
import { Event, HistoryEntry } from './event.ts';
import {
  membersPerBrandMax,
  notesPerItemMax,
  pageSizeDefault,
  pageSizeMax,
  photosPerItemMax,
} from './limits.ts';
import { ListedRequest } from './logged-request.ts';
import { ListedIntake } from './intake.ts';
import { Member } from './member.ts';
import { Note } from './note.ts';
import { Photo } from './photo.ts';
import { ListedWorkItem } from './work-item.ts';

export const pageOf = <S extends TSchema>(items: S, $id: string, description: string) =>
  Type.Object(
    {
      data: Type.Array(items, { description: 'In the requested order' }),
      limit: Type.Integer({
        minimum: 1,
        maximum: pageSizeMax,
        description: 'The page size in effect',
        examples: [pageSizeDefault],
      }),
    },
    { $id, description },
  );

export const WorkItemPage = pageOf(ListedWorkItem, 'WorkItemPage', 'One page of leads or of jobs');
export const EventPage = pageOf(Event, 'EventPage', 'Events, oldest first');
export const HistoryPage = pageOf(
  HistoryEntry,
  'HistoryPage',
  'The history of one record, oldest first',
);
export const RequestPage = pageOf(ListedRequest, 'RequestPage', 'Requests, newest first');
export const IntakePage = pageOf(ListedIntake, 'IntakePage', 'Intakes, newest first');
export const CustomerPage = pageOf(Customer, 'CustomerPage', 'One page of customers');
export const CustomerMergePage = pageOf(
  CustomerMerge,
  'CustomerMergePage',
  'One page of a customer’s merges',
);
export const AddressPage = pageOf(Address, 'AddressPage', 'One page of addresses');

// Not paged: the maximum fits on one page.
export const NotePage = Type.Object(
  {
    data: Type.Array(Note, { description: 'In the order of the text' }),
    limit: Type.Integer({
      description: 'The maximum number of entries per work item',
      examples: [notesPerItemMax],
    }),
  },
  { $id: 'NotePage', description: 'The notes of one lead or job' },
);

export const MemberPage = Type.Object(
  {
    data: Type.Array(Member, { description: 'In the order they joined' }),
    limit: Type.Integer({
      description: 'The maximum number of members of a brand',
      examples: [membersPerBrandMax],
    }),
  },
  { $id: 'MemberPage', description: 'The members of the brand' },
);

export const PhotoPage = Type.Object(
  {
    data: Type.Array(Photo, { description: 'In the order they were sent' }),
    limit: Type.Integer({
      description: 'The maximum number of photos per work item',
      examples: [photosPerItemMax],
    }),
  },
  { $id: 'PhotoPage', description: 'The photos of one lead or job' },
);
