// The member's notification settings on the server.
import type { NotificationKind } from '../../../contract/notification-lists.ts';
import { app } from '../api/client.ts';

export interface NotificationSettings {
  push: NotificationKind[];
  email: NotificationKind[];
  /** Minutes after midnight; both null without quiet hours. */
  quietFrom: number | null;
  quietUntil: number | null;
  publicKey: string;
  sendsMail: boolean;
  browsers: { id: string; isCurrent: boolean; userAgent: string; createdAt: string }[];
}

export function fetchNotifications(): Promise<NotificationSettings> {
  return app.get('/notifications');
}

export type NotificationChanges = Partial<
  Pick<NotificationSettings, 'push' | 'email' | 'quietFrom' | 'quietUntil'>
>;

export function patchNotifications(changes: NotificationChanges): Promise<NotificationSettings> {
  return app.change('PATCH', '/notifications', changes);
}
