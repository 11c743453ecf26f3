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

// The mails that customers can get.
export const customerMailKinds = ['receipt', 'planned', 'moved', 'cancelled', 'report'] as const;

export type CustomerMailKind = (typeof customerMailKinds)[number];
