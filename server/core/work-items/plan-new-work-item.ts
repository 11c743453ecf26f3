// The record of a job that is created directly, not from a lead.
import { priorities } from '#contract/work-item-lists.ts';
import type { PlannedLead } from '../leads/plan-lead-intake.ts';
import type { NewWorkItemFields } from './read-new-work-item.ts';
import type { WorkItemRecord } from '../records.ts';

/** Replaces the lead that the intake has planned. */
export function newWorkItem(
  fields: NewWorkItemFields,
  { workItem: lead, customer }: Pick<PlannedLead, 'workItem' | 'customer'>,
): WorkItemRecord {
  return {
    ...lead,
    addressId: addressIdOf(fields, customer, lead.addressId),
    title: fields.title,
    description: fields.description,
    phase: 'job',
    status: fields.status,
    priorityRank: priorities.indexOf(fields.priority),
    category: fields.category,
    scheduledStart: fields.scheduledStart,
    scheduledEnd: fields.scheduledEnd,
    source: fields.source,
    estimatedCost: fields.estimatedCost,
    budgetQuote: fields.budgetQuote,
    // The lead's notes are the remarks of the intake.
    notes: [fields.notes, lead.notes].filter((part) => part !== null).join('\n\n') || null,
    tags: fields.tags,
    assigneeId: fields.assigneeId,
    followUpAt: fields.followUpAt,
  };
}

/** The named address, the new one, or by default the customer's own. */
function addressIdOf(
  { address }: NewWorkItemFields,
  customer: PlannedLead['customer'],
  newAddressId: string | null,
): string | null {
  if (address === undefined) return customer.addressId;
  return 'id' in address ? address.id : newAddressId;
}
