// Query parameters of the list endpoints. Array parameters may be repeated or comma-separated.
import { type Static, Type, type TSchema } from 'typebox';
import {
  AddressSort,
  ArchivedFilter,
  CustomerSort,
  JobStatus,
  LeadStatus,
  Priority,
  RequestMethod,
  Source,
  WorkItemSort,
} from './enums.ts';
import { mustHave, statusPattern } from './field-patterns.ts';
import { fieldOf } from './field-types.ts';
import {
  categoryLengthMax,
  cityLengthMax,
  cursorLengthMax,
  emailLengthMax,
  filterValuesMax,
  idLengthMax,
  nameLengthMax,
  pageSizeDefault,
  pageSizeMax,
  phoneLengthMax,
  postalCodeLengthMax,
  routeLengthMax,
  searchTextLengthMax,
  tagLengthMax,
} from './limits.ts';

export type WorkItemSortField = Exclude<Static<typeof WorkItemSort>, `-${string}`>;
export type CustomerSortField = Exclude<Static<typeof CustomerSort>, `-${string}`>;

export const several = <S extends TSchema>(items: S, description: string) =>
  Type.Optional(
    Type.Array(items, {
      maxItems: filterValuesMax,
      description: `${description}. Repeat the parameter or separate values with commas.`,
    }),
  );

const newestFirst = '-createdAt';
const sortable = <S extends TSchema>(order: S) =>
  Type.Optional(
    fieldOf(order, 'Field to sort by; a leading minus sorts descending', { default: newestFirst }),
  );

export const pageSize = Type.Optional(
  Type.Integer({
    minimum: 1,
    default: pageSizeDefault,
    description: `Page size; values above ${pageSizeMax} are lowered to ${pageSizeMax}`,
  }),
);

export const page = {
  limit: pageSize,
  cursor: Type.Optional(
    Type.String({
      maxLength: cursorLengthMax,
      description:
        'Where the page begins. Take it from the Link header of the previous page: a cursor is only valid for the same list, filters and order.',
    }),
  ),
};

// As a prefix, one or two digits would match most phone numbers.
const wholeNumbers = ', and so is the end of a number; one or two digits match whole numbers only';
const search = (where: string, exception = '') =>
  Type.Optional(
    Type.String({
      maxLength: searchTextLengthMax,
      [mustHave]: 'letterOrDigit',
      description: `Words that must all occur in ${where}; the beginning of a word is enough${exception}. Must have a letter or digit. Only the eight longest words count`,
    }),
  );

// Parameters have no `examples`: API viewers prefill them as filters.
export const since = (what: string) =>
  Type.Optional(
    Type.String({
      format: 'date-time',
      description: `Only records ${what}; with a time zone, such as 2026-11-15T09:30:00Z`,
    }),
  );

const workItemListQuery = <S extends TSchema>(status: S) =>
  Type.Object({
    status: several(status, 'Only these statuses'),
    priority: several(Priority, 'Only these priorities'),
    source: several(Source, 'Only these sources'),
    tag: several(Type.String({ maxLength: nameLengthMax }), 'Only records with one of these tags'),
    category: several(Type.String({ maxLength: categoryLengthMax }), 'Only these categories'),
    customerId: Type.Optional(
      Type.String({ maxLength: idLengthMax, description: 'Only for this customer' }),
    ),
    addressId: Type.Optional(
      Type.String({ maxLength: idLengthMax, description: 'Only at this address' }),
    ),
    assigneeId: Type.Optional(
      Type.String({
        maxLength: idLengthMax,
        description:
          'Only what this member does; `none` for what nobody does, `me` for a signed-in member',
      }),
    ),
    followUpBefore: since('to come back to before this time'),
    createdSince: since('created at this time or later'),
    createdBefore: since('created before this time'),
    updatedSince: since('last changed at this time or later'),
    updatedBefore: since('last changed before this time'),
    scheduledFrom: since('planned to start at this time or later'),
    scheduledTo: since('planned to start before this time'),
    q: search(
      'title, description, the customer’s name, company name, e-mail address and phone numbers, those that were sent with it, or street, house number, city and postal code',
      wholeNumbers,
    ),
    archived: Type.Optional(
      fieldOf(ArchivedFilter, 'Whether archived records are listed', { default: 'exclude' }),
    ),
    sort: sortable(WorkItemSort),
    ...page,
  });

// For endpoints without parameters.
export const EmptyQuery = Type.Object({});

export const LeadListQuery = workItemListQuery(LeadStatus);
export const JobListQuery = workItemListQuery(JobStatus);

export const CustomerListQuery = Type.Object({
  q: search('the names, the company name, the e-mail address or a phone number', wholeNumbers),
  email: Type.Optional(
    Type.String({
      maxLength: emailLengthMax,
      format: 'idn-email',
      description: 'Only with this e-mail address, ignoring case',
    }),
  ),
  phone: Type.Optional(
    Type.String({
      maxLength: phoneLengthMax,
      [mustHave]: 'digit',
      description:
        'Only with this phone number, compared by its last nine digits, without an extension. Must have at least one digit',
    }),
  ),
  tag: several(Type.String({ maxLength: tagLengthMax }), 'Only records with one of these tags'),
  createdSince: since('created at this time or later'),
  createdBefore: since('created before this time'),
  updatedSince: since('last changed at this time or later'),
  updatedBefore: since('last changed before this time'),
  archived: Type.Optional(
    fieldOf(ArchivedFilter, 'Whether archived customers are listed', { default: 'exclude' }),
  ),
  sort: sortable(CustomerSort),
  ...page,
});

export const CustomerMergeListQuery = Type.Object(page);

export const DoubtfulLeadListQuery = Type.Object(page);

export const AddressListQuery = Type.Object({
  city: several(Type.String({ maxLength: cityLengthMax }), 'Only these cities, ignoring case'),
  postalCode: several(
    Type.String({ maxLength: postalCodeLengthMax }),
    'Only these postal codes, ignoring spaces and case',
  ),
  q: search('street, house number, postal code or city'),
  sort: sortable(AddressSort),
  ...page,
});

export const RequestListQuery = Type.Object({
  requestId: Type.Optional(Type.String({ description: 'Only the request with this X-Request-Id' })),
  keyId: Type.Optional(Type.String({ description: 'Only requests with this API key, by its id' })),
  route: several(
    Type.String({ maxLength: routeLengthMax }),
    'Only these operations, by their path in this reference, such as /v1/api/work-items/{id}',
  ),
  method: several(RequestMethod, 'Only these methods'),
  status: several(
    Type.String({ pattern: statusPattern }),
    'Only responses with these statuses, such as 404, or 4xx for 400 to 499',
  ),
  since: since('received at this time or later'),
  before: since('received before this time'),
  ...page,
});
