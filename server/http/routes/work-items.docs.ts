import { photoUrlsMax } from '#contract/limits.ts';
import { JobListQuery, LeadListQuery } from '#contract/list-query.ts';
import { jobStatuses, leadStatuses } from '#contract/work-item-lists.ts';
import { failedPhoto, listed, newLead, plannedJob, storedPhoto } from '../docs/examples.ts';
import { operations, page, record } from '../docs/operation.ts';

const inCode = (statuses: readonly string[]) =>
  statuses.map((status) => `\`${status}\``).join(', ');

export const docs = operations({
  listLeads: {
    summary: 'List leads',
    description:
      'Work items that are still leads, each with its customer and address, the newest first. Their ' +
      `status is one of ${inCode(leadStatuses)}. Several filters narrow each other down.`,
    querystring: LeadListQuery,
    responses: page('records', 'WorkItemPage', ['A page with one lead', listed(newLead)]),
  },
  listWorkItems: {
    summary: 'List jobs',
    description:
      'Work items that have become jobs, each with its customer and address, the newest first. Their ' +
      `status is one of ${inCode(jobStatuses)}. Several filters narrow each other down.`,
    querystring: JobListQuery,
    responses: page('records', 'WorkItemPage', ['A page with one job', listed(plannedJob)]),
  },
  getWorkItem: {
    summary: 'Read one lead or job',
    description:
      'The work item by its identifier, in whichever phase it is, without its customer and address. ' +
      'A lead is shown to keys with `leads:read`, a job to keys with `work-items:read`.',
    responses: record('The lead or job', 'WorkItem', {
      lead: ['A lead', newLead],
      job: ['A job', plannedJob],
    }),
  },
  listPhotos: {
    summary: 'List the photos of a lead or job',
    description:
      'One entry for each address that was sent with the lead, in that order; none when no address was sent. ' +
      'An entry that is `pending` is still being fetched. A picture itself is read by its `assetId`.',
    responses: record('The photos', 'PhotoPage', {
      photos: [
        'One that is kept, and one that was not there',
        { data: [storedPhoto, failedPhoto], limit: photoUrlsMax },
      ],
    }),
  },
});
