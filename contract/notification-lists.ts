// What members can be notified of, and how; without the schemas: the database threads need only these.

export const notificationKinds = [
  'newLead',
  'urgentLead',
  'unanswered',
  'assigned',
  'followUpDue',
  'toCheck',
  'jobChanged',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];
export type CustomerMailKind = 'receipt' | 'planned' | 'moved';
