// The record of a job that was made directly.
import { priorities } from '#contract/work-item-lists.ts';
import type { NewJob } from './read-new-work-item.ts';
import type { WorkItemRecord } from './records.ts';

interface Made {
  brandId: string;
  id: string;
  customerId: string;
  addressId: string | null;
  /** What the intake has to say. */
  remarks: string | null;
  now: number;
  createdBy: string | null;
}

export function newWorkItem(
  job: NewJob,
  { remarks, now, createdBy, ...links }: Made,
): WorkItemRecord {
  return {
    ...links,
    version: 1,
    title: job.title,
    description: job.description,
    phase: 'job',
    status: job.status,
    priorityRank: priorities.indexOf(job.priority),
    category: job.category,
    customerSignature: null,
    scheduledStart: job.scheduledStart,
    scheduledEnd: job.scheduledEnd,
    actualStart: null,
    actualEnd: null,
    source: job.source,
    receivedAt: now,
    customStatusId: null,
    estimatedCost: job.estimatedCost,
    finalCost: null,
    budgetQuote: job.budgetQuote,
    notes: [job.notes, remarks].filter((part) => part !== null).join('\n\n') || null,
    completionNotes: null,
    tags: job.tags,
    photoCount: null,
    createdAt: now,
    updatedAt: now,
    createdBy,
    updatedBy: createdBy,
    deletedAt: null,
    archivedAt: null,
  };
}
