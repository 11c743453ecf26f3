// The texts of notifications to members, in their language.
import type { Language } from '#contract/account-lists.ts';
import type { NotificationKind } from '#contract/notification-lists.ts';
import type { Phase, Status } from '#contract/work-item-lists.ts';
import { zonedTime } from '../time-zone.ts';

/** What a notice is about; null for intakes, and when it is about several records. */
export interface NoticeItem {
  id: string;
  phase: Phase;
  status: Status;
  title: string;
  scheduledStart: number | null;
  receivedAt: number;
  /** The first name, or that of the company. */
  customer: string;
  phone: string;
  /** City, or street. */
  place: string;
}

interface NoticeFacts {
  kind: NotificationKind;
  count: number;
  item: NoticeItem | null;
  timeZone: string;
  /** Is named in the title; null for a member of one brand. */
  brandName: string | null;
}

export interface NoticeText {
  title: string;
  body: string;
  /** The path of the page that it opens. */
  path: string;
}

// The payload of a push may have 3,993 bytes, and a character four of them.
const titleLengthMax = 100;
const brandLengthMax = 50;
const bodyLengthMax = 240;

export function noticeText(language: Language, facts: NoticeFacts): NoticeText {
  const { kind, count, item, brandName } = facts;
  const texts = language === 'nl' ? dutch : english;
  const name = item?.customer ?? '';
  const text =
    count > 1 || !item
      ? { title: texts.several[kind](count), body: '' }
      : { title: texts.one[kind](name, item.phase), body: bodyOf(language, facts, item) };
  const path = pathOf(facts);
  const brand = brandName === null ? '' : ` · ${cut(brandName, brandLengthMax)}`;
  const title = cut(text.title, titleLengthMax) + brand;
  return { title, body: cut(text.body, bodyLengthMax), path };
}

function bodyOf(
  language: Language,
  { kind, timeZone }: NoticeFacts,
  { title, place, status, scheduledStart, receivedAt }: NoticeItem,
): string {
  const what = [title, place].filter((part) => part !== '').join(' · ');
  if (kind === 'unanswered') {
    const since = timeText(language, timeZone, receivedAt);
    return `${what}\n${language === 'nl' ? 'Wacht sinds' : 'Waiting since'} ${since}`;
  }
  if (kind !== 'jobChanged') return what;
  const word = statusWords[status]?.[language === 'nl' ? 1 : 0] ?? '';
  const isPlanned = status === 'scheduled' && scheduledStart !== null;
  const state = isPlanned ? `${word}: ${timeText(language, timeZone, scheduledStart)}` : word;
  return [what, state].filter((line) => line !== '').join('\n');
}

function pathOf({ kind, count, item }: NoticeFacts): string {
  if (kind === 'toCheck') return '/tray';
  if (count > 1 || !item) return kind === 'jobChanged' ? '/jobs' : '/leads';
  return `/${item.phase === 'job' ? 'jobs' : 'leads'}/${item.id}`;
}

/** Such as "Tuesday 12 May 9:00". */
function timeText(language: Language, timeZone: string, time: number): string {
  return zonedTime(timeZone, time).toLocaleString(language === 'nl' ? 'nl-NL' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  });
}

function cut(text: string, lengthMax: number): string {
  const characters = [...text];
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax - 1).join('')}…`;
}

const statusWords: Partial<Record<Status, readonly [en: string, nl: string]>> = {
  pending: ['To be scheduled', 'Nog in te plannen'],
  scheduled: ['Scheduled', 'Ingepland'],
  in_progress: ['In progress', 'Bezig'],
  completed: ['Done', 'Klaar'],
  cancelled: ['Cancelled', 'Geannuleerd'],
};

interface Texts {
  one: Record<NotificationKind, (name: string, phase: Phase) => string>;
  several: Record<NotificationKind, (count: number) => string>;
}

const english: Texts = {
  one: {
    newLead: (name) => `New lead: ${name}`,
    urgentLead: (name) => `Urgent: ${name}`,
    unanswered: (name) => `No answer yet: ${name}`,
    assigned: (name, phase) => `${phase === 'job' ? 'Job' : 'Lead'} for you: ${name}`,
    followUpDue: (name) => `Call back now: ${name}`,
    toCheck: () => 'Something to check',
    jobChanged: (name) => `Job changed: ${name}`,
  },
  several: {
    newLead: (count) => `${count} new leads`,
    urgentLead: (count) => `${count} urgent leads`,
    unanswered: (count) => `${count} leads without an answer`,
    assigned: (count) => `${count} leads and jobs for you`,
    followUpDue: (count) => `${count} follow-ups due`,
    toCheck: (count) => (count > 1 ? `${count} things to check` : 'Something to check'),
    jobChanged: (count) => `${count} jobs changed`,
  },
};

const dutch: Texts = {
  one: {
    newLead: (name) => `Nieuwe aanvraag: ${name}`,
    urgentLead: (name) => `Spoed: ${name}`,
    unanswered: (name) => `Nog geen antwoord: ${name}`,
    assigned: (name, phase) => `${phase === 'job' ? 'Klus' : 'Aanvraag'} voor jou: ${name}`,
    followUpDue: (name) => `Nu terugbellen: ${name}`,
    toCheck: () => 'Iets om na te kijken',
    jobChanged: (name) => `Klus gewijzigd: ${name}`,
  },
  several: {
    newLead: (count) => `${count} nieuwe aanvragen`,
    urgentLead: (count) => `${count} spoedaanvragen`,
    unanswered: (count) => `${count} aanvragen zonder antwoord`,
    assigned: (count) => `${count} aanvragen en klussen voor jou`,
    followUpDue: (count) => `${count} terugbelmomenten`,
    toCheck: (count) => (count > 1 ? `${count} dingen om na te kijken` : 'Iets om na te kijken'),
    jobChanged: (count) => `${count} klussen gewijzigd`,
  },
};
