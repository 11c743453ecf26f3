// The query parameters of the list endpoints. A parameter of type array takes several values,
// repeated or separated by commas.
import { Type, type TSchema } from 'typebox';
import { oneOf } from './field-types.ts';
import {
  categoryLengthMax,
  cityLengthMax,
  cursorLengthMax,
  filterValuesMax,
  nameLengthMax,
  pageSizeDefault,
  pageSizeMax,
  postalCodeLengthMax,
  searchTextLengthMax,
} from './limits.ts';
import { jobStatuses, leadStatuses, priorities, sources } from './work-item-lists.ts';

const workItemSortFields = [
  'createdAt',
  'updatedAt',
  'receivedAt',
  'scheduledStart',
  'priority',
] as const;
const addressSortFields = ['createdAt'] as const;
const archivedChoices = ['exclude', 'include', 'only'] as const;

export type WorkItemSortField = (typeof workItemSortFields)[number];

const several = <S extends TSchema>(items: S, description: string) =>
  Type.Optional(
    Type.Array(items, {
      maxItems: filterValuesMax,
      description: `${description}. For several, repeat the parameter or separate them by commas.`,
    }),
  );

const sortable = <const F extends readonly string[]>(fields: F) =>
  Type.Optional(
    oneOf(
      fields.flatMap((field) => [field, `-${field}`]),
      'Field to sort by; a leading minus puts the greatest first',
      { default: '-createdAt' },
    ),
  );

const page = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: pageSizeDefault,
      description: `Records on a page; more than ${pageSizeMax} counts as ${pageSizeMax}`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: cursorLengthMax,
      description:
        'Where the page begins. Follow the Link header of the page before rather than make one up: a cursor belongs to one list, in one order, with one set of filters.',
    }),
  ),
};

const search = (where: string) =>
  Type.Optional(
    Type.String({
      maxLength: searchTextLengthMax,
      description: `Words that must all occur in ${where}; the beginning of a word will do`,
    }),
  );

// No parameter has an `examples`: viewers fill those in, and nobody asked for that filter.
const since = (what: string) =>
  Type.Optional(
    Type.String({
      format: 'date-time',
      description: `Only records ${what}; with a time zone, such as 2026-11-15T09:30:00Z`,
    }),
  );

const workItemListQuery = (statuses: readonly string[]) =>
  Type.Object({
    status: several(oneOf(statuses, 'Status'), 'Only these statuses'),
    priority: several(oneOf(priorities, 'Priority'), 'Only these priorities'),
    source: several(oneOf(sources, 'Source'), 'Only these sources'),
    tag: several(Type.String({ maxLength: nameLengthMax }), 'Only records with one of these tags'),
    category: several(Type.String({ maxLength: categoryLengthMax }), 'Only these categories'),
    customerId: Type.Optional(
      Type.String({ maxLength: 100, description: 'Only of this customer' }),
    ),
    addressId: Type.Optional(Type.String({ maxLength: 100, description: 'Only at this address' })),
    createdSince: since('created at this time or later'),
    createdBefore: since('created before this time'),
    updatedSince: since('last changed at this time or later'),
    updatedBefore: since('last changed before this time'),
    scheduledFrom: since('planned to start at this time or later'),
    scheduledTo: since('planned to start before this time'),
    q: search('title, description, or the customer’s name, e-mail address and phone number'),
    archived: Type.Optional(
      oneOf(archivedChoices, 'Whether archived records are listed', { default: 'exclude' }),
    ),
    sort: sortable(workItemSortFields),
    ...page,
  });

// Of an endpoint that takes no parameters.
export const EmptyQuery = Type.Object({});

export const LeadListQuery = workItemListQuery(leadStatuses);
export const JobListQuery = workItemListQuery(jobStatuses);

export const AddressListQuery = Type.Object({
  city: several(
    Type.String({ maxLength: cityLengthMax }),
    'Only these cities, whatever their case',
  ),
  postalCode: several(
    Type.String({ maxLength: postalCodeLengthMax }),
    'Only these postal codes, spaces and case aside',
  ),
  q: search('street, house number, postal code or city'),
  sort: sortable(addressSortFields),
  ...page,
});
