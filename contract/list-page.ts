import { type TSchema, Type } from 'typebox';
import { Address } from './address.ts';
import { pageSizeDefault, pageSizeMax } from './limits.ts';
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
