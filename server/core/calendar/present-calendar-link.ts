import type { CalendarLink } from '#contract/calendar-link.ts';
import { timestamp } from '../timestamp.ts';

type LinkRecord = Omit<CalendarLink, 'createdAt'> & { createdAt: number };

/** Omits the URL, which is shown only once. */
export function presentCalendarLink(link: LinkRecord): CalendarLink {
  const { id, name, memberId, createdAt, createdBy } = link;
  return { id, name, memberId, createdAt: timestamp(createdAt), createdBy };
}
