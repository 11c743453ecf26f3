import { Type } from 'typebox';
import { Id } from '#contract/field-types.ts';
import { pageSizeDefault, photoUrlsMax } from '#contract/limits.ts';
import { JobListQuery, LeadListQuery } from '#contract/list-query.ts';
import { jobStatuses, leadStatuses } from '#contract/work-item-lists.ts';
import type { WorkItem } from '#contract/work-item.ts';
import { failedPhoto, listed, newLead, plannedJob, storedPhoto } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { headers, json } from './answer.ts';
import { type BodyAndAnswers, notModified, responses } from './operation.ts';

const pageOf = (item: WorkItem, summary: string) =>
  responses(
    {
      200: {
        description: 'A page of records; the Link header leads to the next one',
        headers: headers(...callerHeaders, 'Link', 'ETag'),
        content: json('WorkItemPage', {
          page: { summary, value: { data: [listed(item)], limit: pageSizeDefault } },
        }),
      },
      304: notModified,
    },
    { 400: 'InvalidQuery' },
  );

const inCode = (statuses: readonly string[]) =>
  statuses.map((status) => `\`${status}\``).join(', ');

export const listLeadsDocs = {
  operationId: 'listLeads',
  summary: 'List leads',
  description:
    'Work items that are still leads, each with its customer and address, the newest first. Their ' +
    `status is one of ${inCode(leadStatuses)}. Several filters narrow each other down.`,
  tags: ['Leads'],
  querystring: LeadListQuery,
  'x-responses': pageOf(newLead, 'A page with one lead'),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const listWorkItemsDocs = {
  operationId: 'listWorkItems',
  summary: 'List jobs',
  description:
    'Work items that have become jobs, each with its customer and address, the newest first. Their ' +
    `status is one of ${inCode(jobStatuses)}. Several filters narrow each other down.`,
  tags: ['Work items'],
  querystring: JobListQuery,
  'x-responses': pageOf(plannedJob, 'A page with one job'),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const getWorkItemDocs = {
  operationId: 'getWorkItem',
  summary: 'Read one lead or job',
  description:
    'The work item by its identifier, in whichever phase it is, without its customer and address. ' +
    'A lead is shown to keys with `leads:read`, a job to keys with `work-items:read`.',
  tags: ['Work items'],
  params: Type.Object({ id: Id('Identifier of the work item') }),
  'x-responses': responses(
    {
      200: {
        description: 'The lead or job',
        headers: headers(...callerHeaders, 'ETag'),
        content: json('WorkItem', {
          lead: { summary: 'A lead', value: newLead },
          job: { summary: 'A job', value: plannedJob },
        }),
      },
      304: notModified,
    },
    { 400: 'InvalidAddress', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const listPhotosDocs = {
  operationId: 'listPhotos',
  summary: 'List the photos of a lead or job',
  description:
    'One entry for each address that was sent with the lead, in that order; none when no address was sent. ' +
    'An entry that is `pending` is still being fetched. A picture itself is read by its `assetId`.',
  tags: ['Work items'],
  params: Type.Object({ id: Id('Identifier of the work item') }),
  'x-responses': responses(
    {
      200: {
        description: 'The photos',
        headers: headers(...callerHeaders, 'ETag'),
        content: json('PhotoPage', {
          photos: {
            summary: 'One that is kept, and one that was not there',
            value: { data: [storedPhoto, failedPhoto], limit: photoUrlsMax },
          },
        }),
      },
      304: notModified,
    },
    { 400: 'InvalidAddress', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
