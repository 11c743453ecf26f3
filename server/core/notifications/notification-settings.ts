// What a member wants to be notified of, and how.
import { notificationKinds, type NotificationKind } from '#contract/notification-lists.ts';

export interface NotificationSettings {
  push: NotificationKind[];
  email: NotificationKind[];
  quietFrom: number | null;
  quietUntil: number | null;
  askedAt: number | null;
}

/** Of a member who never changed them. A browser that did not subscribe shows nothing. */
const settingsDefault: NotificationSettings = {
  push: ['newLead', 'urgentLead', 'unanswered', 'assigned', 'followUpDue', 'toCheck'],
  email: [],
  quietFrom: null,
  quietUntil: null,
  askedAt: null,
};

interface SettingsRow extends Pick<NotificationSettings, 'quietFrom' | 'quietUntil' | 'askedAt'> {
  /** Separated by spaces. */
  push: string;
  email: string;
}

export function settingsOf(row: SettingsRow | undefined): NotificationSettings {
  if (!row) return settingsDefault;
  const { quietFrom, quietUntil, askedAt } = row;
  return { push: kindsIn(row.push), email: kindsIn(row.email), quietFrom, quietUntil, askedAt };
}

export function rowOfSettings(settings: NotificationSettings): SettingsRow {
  return { ...settings, push: settings.push.join(' '), email: settings.email.join(' ') };
}

function kindsIn(text: string): NotificationKind[] {
  const words = text.split(' ');
  return notificationKinds.filter((kind) => words.includes(kind));
}
