import { photosPerItemMax } from '#contract/limits.ts';
import { JobListQuery, LeadListQuery } from '#contract/list-query.ts';
import { jobStatuses, leadStatuses } from '#contract/work-item-lists.ts';
import {
  completeLead,
  failedPhoto,
  listed,
  newLead,
  plannedJob,
  storedPhoto,
} from '../docs/examples.ts';
import { operations, page, record } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

const inCode = (statuses: readonly string[]) =>
  statuses.map((status) => `\`${status}\``).join(', ');

export const docs = operations({
  listLeads: {
    summary: 'List leads',
    description:
      'Work items that are still leads, each with its customer and address, newest first. Their ' +
      `status is one of ${inCode(leadStatuses)}. Different filters combine with AND.`,
    querystring: LeadListQuery,
    responses: page('leads', 'WorkItemPage', ['A page with one lead', listed(newLead)]),
  },
  listWorkItems: {
    summary: 'List jobs',
    description:
      'Work items that are jobs, each with its customer and address, newest first. Their ' +
      `status is one of ${inCode(jobStatuses)}. Different filters combine with AND.`,
    querystring: JobListQuery,
    responses: page('jobs', 'WorkItemPage', ['A page with one job', listed(plannedJob)]),
  },
  getWorkItem: {
    summary: 'Read one lead or job',
    description:
      'Returns the lead or job with this id, without its customer and address. A lead needs `leads:read`, ' +
      'a job `work-items:read`.',
    responses: record('The lead or job', 'WorkItem', {
      lead: ['A lead', newLead],
      job: ['A job', plannedJob],
    }),
  },
  getLead: {
    summary: 'Read one lead by its own path',
    description:
      'The same as `GET /v1/api/work-items/{id}`. It also answers for a lead that became a job, which needs ' +
      '`work-items:read`.',
    responses: record('The lead or job', 'WorkItem', { lead: ['A lead', newLead] }),
  },
  getSubmission: {
    summary: 'Read what was sent in for a lead or job',
    description:
      'The body of the request that created the lead, as it was sent, with fields that the service does not ' +
      'know. A lead needs `leads:read`, a job `work-items:read`. 404 if nothing was sent in, as for a job ' +
      'that was created directly.',
    responses: json(200, 'The submission', 'Submission', {
      form: [
        'With a field of the form’s own',
        {
          workItemId: newLead.id,
          receivedAt: newLead.receivedAt,
          requestId: '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a70',
          body: { ...completeLead, howDidYouFindUs: 'a neighbour' },
        },
      ],
    }),
  },
  listPhotos: {
    summary: 'List the photos of a lead or job',
    description:
      'One entry per photo, in the order sent. A `pending` photo is still being stored. ' +
      'Read the picture itself by its `assetId`.',
    responses: record('The photos', 'PhotoPage', {
      photos: [
        'One stored, one not found',
        { data: [storedPhoto, failedPhoto], limit: photosPerItemMax },
      ],
    }),
  },
});
