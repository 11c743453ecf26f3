// Event types, without the schemas: the database threads need only these.

export const eventTypes = [
  'lead.created',
  'lead.updated',
  'lead.status_changed',
  'lead.converted',
  'work_item.created',
  'work_item.updated',
  'work_item.status_changed',
  'work_item.assigned',
  'work_item.follow_up_due',
  'work_item.customer_mailed',
  'work_item.customer_mail_failed',
  'customer.created',
  'customer.updated',
  'customer.merged',
  'customer.unmerged',
  'customer.erased',
  'address.updated',
  'photo.added',
  'photo.stored',
  'photo.failed',
  'photo.removed',
  'webhook.disabled',
  'intake.held',
  'intake.refused',
] as const;

export const actors = ['key', 'member', 'system'] as const;

export type EventType = (typeof eventTypes)[number];
export type Actor = (typeof actors)[number];
