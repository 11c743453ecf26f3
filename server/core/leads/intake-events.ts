// The events of a new lead.
import { type Author, systemAuthor } from '../author.ts';
import type { NewEvent } from '../event.ts';
import type { PlannedLead } from './plan-lead-intake.ts';
import { presentPhoto } from '../present.ts';
import { assignedAtCreation } from '../work-items/assignee.ts';

export function eventsOfIntake(
  { match, workItem, fillIn, photos }: PlannedLead,
  author: Author,
): NewEvent[] {
  const { brandId, createdAt } = workItem;
  const common = { brandId, ...author, changes: null, reason: null, createdAt };
  const events: NewEvent[] = [];
  if (match === 'new') {
    events.push({ ...common, type: 'customer.created', subjectId: workItem.customerId });
  }
  if (fillIn) {
    const { id, phone, addressId } = fillIn;
    const changes = {
      ...(phone !== undefined && { phone: { before: '', after: phone } }),
      ...(addressId !== undefined && { addressId: { before: '', after: addressId } }),
    };
    events.push({ ...common, type: 'customer.updated', subjectId: id, changes });
  }
  const type = workItem.phase === 'lead' ? 'lead.created' : 'work_item.created';
  events.push({ ...common, type, subjectId: workItem.id });
  events.push(...assignedAtCreation(workItem, author));
  for (const photo of photos.filter(({ status }) => status === 'failed')) {
    const changes = { photos: { before: null, after: presentPhoto(photo) } };
    const { requestId } = author;
    events.push({
      ...common,
      ...systemAuthor,
      requestId,
      type: 'photo.failed',
      subjectId: workItem.id,
      changes,
    });
  }
  return events;
}
