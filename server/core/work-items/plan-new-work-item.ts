// The record of a job that was made directly.
import { priorities } from '#contract/work-item-lists.ts';
import type { PlannedLead } from '../leads/plan-lead-intake.ts';
import type { NewWorkItemFields } from './read-new-work-item.ts';
import type { WorkItemRecord } from '../records.ts';

/** Takes the place of the lead that its intake has planned. */
export function newWorkItem(
  fields: NewWorkItemFields,
  { workItem: lead, customer }: Pick<PlannedLead, 'workItem' | 'customer'>,
): WorkItemRecord {
  return {
    ...lead,
    addressId: placeOf(fields, customer, lead.addressId),
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
    // Those of the lead are what the intake has to say.
    notes: [fields.notes, lead.notes].filter((part) => part !== null).join('\n\n') || null,
    tags: fields.tags,
  };
}

/** The new address, unless another was named or it is the customer's own. */
function placeOf(
  { address }: NewWorkItemFields,
  customer: PlannedLead['customer'],
  newAddressId: string | null,
): string | null {
  if (address === undefined) return customer.addressId;
  return 'id' in address ? address.id : newAddressId;
}
