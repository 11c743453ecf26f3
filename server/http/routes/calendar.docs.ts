import type { CalendarLink } from '#contract/calendar-link.ts';
import { calendarLinksMax } from '#contract/limits.ts';
import { operations, requestBody } from '../docs/operation.ts';
import { empty, json } from '../docs/response.ts';

const link: CalendarLink = {
  id: '019a85c2-8b15-7e2a-9f46-1d7c2a3b4e59',
  name: 'Phone of Piet',
  memberId: null,
  createdAt: '2026-11-15T09:30:00.000Z',
  createdBy: null,
};
const url = 'https://leads.example.com/v1/calendar/6cJq2mYw0TbX8nRkVf5LsZ1hGd4PoAe7Ui3CxQ9B.ics';

export const docs = operations({
  createCalendarLink: {
    summary: 'Make a calendar link',
    description:
      'The answer has a secret address, `url`, to which the calendar of a phone or computer can subscribe: it ' +
      'answers the planned jobs as iCalendar (RFC 5545) and needs no API key. It is shown this once.',
    requestBody: requestBody('NewCalendarLink', 'What the link is for', {
      phone: ['For a phone', { name: 'Phone of Piet' }],
    }),
    responses: {
      201: json('The link, with its address', 'IssuedCalendarLink', {
        link: ['A new link', { ...link, url }],
      }),
    },
    errors: { 409: 'TooManyLinks' },
  },
  listCalendarLinks: {
    summary: 'List calendar links',
    description: 'Those that work, without their addresses.',
    responses: {
      200: json('The links', 'CalendarLinkPage', {
        links: ['One link', { data: [link], limit: calendarLinksMax }],
      }),
    },
  },
  revokeCalendarLink: {
    summary: 'Revoke a calendar link',
    description:
      'Its address stops working at once. What a phone has read already stays on the phone.',
    responses: { 204: empty('It is revoked') },
  },
});
