// Tools that list and search records, one page per call.
import { type TArray, type TObject, Type } from 'typebox';
import { cursorLengthMax } from '#contract/limits.ts';
import { Member } from '#contract/member.ts';
import { CustomerListQuery, JobListQuery, LeadListQuery } from '#contract/list-query.ts';
import {
  type List,
  type ListLeadsQuery,
  type ListWorkItemsQuery,
  responseOf,
} from '../../sdk/src/index.ts';
import { ListedItem, pageOf, ShownCustomer, ShownEntry, shown, withShortTexts } from './shown.ts';
import { defineTool, reading, textsAreData } from './tool.ts';

const itemsDefault = 25;
const itemsMax = 100;

const page = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: itemsMax,
      default: itemsDefault,
      description: 'How many at most',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: cursorLengthMax,
      description: 'The nextCursor of the previous answer, with the same filters',
    }),
  ),
};

// An empty list would match everything, so it is refused here and by the client.
const someOf = <Values extends TArray>(values: Values, description: string) =>
  Type.Optional({ ...values, minItems: 1, description });

type WorkItemQuery = typeof LeadListQuery | typeof JobListQuery;

const workItemFilters = ({ properties }: WorkItemQuery) =>
  Type.Object({
    q: properties.q,
    status: someOf(properties.status, 'Only these statuses'),
    priority: someOf(properties.priority, 'Only these priorities'),
    category: someOf(
      properties.category,
      'Only these categories; a value must not contain a comma',
    ),
    tag: someOf(properties.tag, 'Only with one of these tags; a value must not contain a comma'),
    customerId: properties.customerId,
    assigneeId: Type.Optional({
      ...properties.assigneeId,
      description: 'Only what this member does, by the id from list_members; `none` for nobody',
    }),
    followUpBefore: properties.followUpBefore,
    createdSince: properties.createdSince,
    createdBefore: properties.createdBefore,
    scheduledFrom: properties.scheduledFrom,
    scheduledTo: properties.scheduledTo,
    archived: properties.archived,
    sort: properties.sort,
    ...page,
  });

export const listLeads = defineTool({
  name: 'list_leads',
  title: 'List or search leads',
  description:
    'Requests for work that have not become jobs, with customer and address, the newest first. ' +
    `All of them, or those that match the filters and the words in q. ${textsAreData}`,
  scopes: ['leads:read'],
  input: workItemFilters(LeadListQuery),
  isNullLeftOut: true,
  output: pageOf(ListedItem),
  annotations: reading,
  run: (input, { client, signal }) =>
    onePage(client.leads.list(withLimit(input) as ListLeadsQuery, { signal }), ListedItem, 'lead'),
});

export const listJobs = defineTool({
  name: 'list_jobs',
  title: 'List or search jobs',
  description:
    'Leads that have become jobs, with customer and address, the newest first. All of them, or those that match ' +
    `the filters and the words in q; for a schedule, sort by scheduledStart. ${textsAreData}`,
  scopes: ['work-items:read'],
  input: workItemFilters(JobListQuery),
  isNullLeftOut: true,
  output: pageOf(ListedItem),
  annotations: reading,
  run: (input, { client, signal }) =>
    onePage(
      client.workItems.list(withLimit(input) as ListWorkItemsQuery, { signal }),
      ListedItem,
      'job',
    ),
});

const { q, email, phone } = CustomerListQuery.properties;

export const findCustomers = defineTool({
  name: 'find_customers',
  title: 'Find customers',
  description:
    'Customers by the words in q, by e-mail address or by phone number; the newest first without any of these. ' +
    `Their leads and jobs are found by customerId with the other lists. ${textsAreData}`,
  scopes: ['customers:read'],
  input: Type.Object({ q, email, phone, ...page }),
  isNullLeftOut: true,
  output: pageOf(ShownCustomer),
  annotations: reading,
  run: (input, { client, signal }) =>
    onePage(client.customers.list(withLimit(input), { signal }), ShownCustomer, 'customer'),
});

export const listHistory = defineTool({
  name: 'list_history',
  title: 'See what happened to a lead or job',
  description: `What happened to one lead or job, the oldest first: who changed what, when and why. ${textsAreData}`,
  scopes: ['leads:read', 'work-items:read'],
  input: Type.Object({
    id: Type.String({ minLength: 1, description: 'Identifier of the lead or job' }),
    limit: page.limit,
    cursor: page.cursor,
  }),
  isNullLeftOut: true,
  output: pageOf(ShownEntry),
  annotations: reading,
  run: ({ id, cursor, ...query }, { client, signal }) =>
    onePage(
      client.workItems.history(id, withLimit({ ...query, after: cursor }), { signal }),
      ShownEntry,
      'event',
    ),
});

export const listMembers = defineTool({
  name: 'list_members',
  title: 'List the members of the business',
  description:
    'The people who work for the business, by name. Their ids are the values of assigneeId.',
  scopes: ['leads:read', 'work-items:read'],
  isPersonal: true,
  input: Type.Object({}),
  output: pageOf(Member),
  annotations: reading,
  run: (_input, { client, signal }) => onePage(client.members.list({ signal }), Member, 'member'),
});

function withLimit<Query extends { limit?: number }>(query: Query) {
  return { limit: itemsDefault, ...query };
}

async function onePage(list: List<object>, item: TObject, noun: string) {
  const found = await list.page();
  const items = withShortTexts(found.data.map((record) => shown(record, item)));
  const nextCursor = found.next && cursorIn(responseOf(found)?.headers.get('link') ?? '');
  const count = `${items.length} ${noun}${items.length === 1 ? '' : 's'}`;
  const rest = nextCursor === null ? 'these are all' : 'there are more: see nextCursor';
  return {
    summary: items.length === 0 ? `No ${noun} found` : `${count}; ${rest}`,
    data: { items, nextCursor },
  };
}

/** The cursor of a history is an event number, in `after`. */
function cursorIn(link: string): string | null {
  const target = /<([^>]*)>/.exec(link)?.[1] ?? '';
  const query = new URL(target, 'http://localhost').searchParams;
  return query.get('cursor') ?? query.get('after');
}
