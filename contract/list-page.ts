import { type TSchema, Type } from 'typebox';
import { Address } from './address.ts';
import { pageSizeDefault, pageSizeMax, photoUrlsMax } from './limits.ts';
import { Photo } from './photo.ts';
import { ListedWorkItem } from './work-item.ts';

const pageOf = <S extends TSchema>(items: S, $id: string, description: string) =>
  Type.Object(
    {
      data: Type.Array(items, { description: 'In the order that was asked for' }),
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
export const AddressPage = pageOf(Address, 'AddressPage', 'One page of addresses');

// All of them: there are never more than fit on a page.
export const PhotoPage = Type.Object(
  {
    data: Type.Array(Photo, { description: 'In the order the addresses were sent' }),
    limit: Type.Integer({
      description: 'The most photos that a work item can have',
      examples: [photoUrlsMax],
    }),
  },
  { $id: 'PhotoPage', description: 'The photos of one lead or job' },
);
