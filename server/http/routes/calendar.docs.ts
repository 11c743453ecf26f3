import type { CalendarLink } from '#contract/calendar-link.ts';
import { calendarLinksMax } from '#contract/limits.ts';
import { operations, requestBody } from '../docs/operation.ts';
import { empty, json } from '../docs/response.ts';

const link: CalendarLink = {
  id: '019a85c2-8b15-7e2a-9f46-1d7c2a3b4e59',
  name: 'Piet’s phone',
  memberId: null,
  createdAt: '2026-11-15T09:30:00.000Z',
  createdBy: null,
};
const url = 'https://leads.example.com/v1/calendar/6cJq2mYw0TbX8nRkVf5LsZ1hGd4PoAe7Ui3CxQ9B.ics';

export const docs = operations({
  createCalendarLink: {
    summary: 'Create a calendar link',
    description:
      'Returns a secret `url` that calendar apps can subscribe to. It serves the scheduled jobs as iCalendar ' +
      '(RFC 5545) and needs no API key. It is shown only once.',
    requestBody: requestBody('NewCalendarLink', 'The name of the link', {
      phone: ['For a phone', { name: 'Piet’s phone' }],
    }),
    responses: json(201, 'The link with its URL', 'IssuedCalendarLink', {
      link: ['A new link', { ...link, url }],
    }),
    errors: { 409: 'TooManyCalendarLinks' },
  },
  listCalendarLinks: {
    summary: 'List calendar links',
    description: 'All active links, without their URLs.',
    responses: json(200, 'The links', 'CalendarLinkPage', {
      links: ['One link', { data: [link], limit: calendarLinksMax }],
    }),
  },
  revokeCalendarLink: {
    summary: 'Revoke a calendar link',
    description: 'Its URL stops working immediately. Events already on a phone stay there.',
    responses: empty(204, 'The link is revoked'),
  },
});
