import { Type } from 'typebox';
import type { CalendarLink } from '#contract/calendar-link.ts';
import { Id } from '#contract/field-types.ts';
import { calendarLinksMax } from '#contract/limits.ts';
import { headers, json } from './answer.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, responses } from './operation.ts';

const link: CalendarLink = {
  id: '019a85c2-8b15-7e2a-9f46-1d7c2a3b4e59',
  name: 'Phone of Piet',
  memberId: null,
  createdAt: '2026-11-15T09:30:00.000Z',
  createdBy: null,
};

export const createCalendarLinkDocs = {
  operationId: 'createCalendarLink',
  summary: 'Make a calendar link',
  description:
    'The answer has a secret address, `url`, to which the calendar of a phone or computer can subscribe: it ' +
    'answers the planned jobs as iCalendar (RFC 5545) and needs no API key. It is shown this once.',
  tags: ['Calendar'],
  'x-request-body': {
    required: true,
    description: 'What the link is for',
    content: json('NewCalendarLink', {
      phone: { summary: 'For a phone', value: { name: 'Phone of Piet' } },
    }),
  },
  'x-responses': responses(
    {
      201: {
        description: 'The link, with its address',
        headers: headers(...callerHeaders),
        content: json('IssuedCalendarLink', {
          link: {
            summary: 'A new link',
            value: {
              ...link,
              url: 'https://leads.example.com/v1/calendar/6cJq2mYw0TbX8nRkVf5LsZ1hGd4PoAe7Ui3CxQ9B.ics',
            },
          },
        }),
      },
    },
    { 400: 'InvalidBody', 409: 'TooManyLinks', 413: 'BodyTooLarge', 415: 'NotJson' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const listCalendarLinksDocs = {
  operationId: 'listCalendarLinks',
  summary: 'List calendar links',
  description: 'Those that work, without their addresses.',
  tags: ['Calendar'],
  'x-responses': responses(
    {
      200: {
        description: 'The links',
        headers: headers(...callerHeaders),
        content: json('CalendarLinkPage', {
          links: { summary: 'One link', value: { data: [link], limit: calendarLinksMax } },
        }),
      },
    },
    { 400: 'InvalidAddress' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const revokeCalendarLinkDocs = {
  operationId: 'revokeCalendarLink',
  summary: 'Revoke a calendar link',
  description:
    'Its address stops working at once. What a phone has read already stays on the phone.',
  tags: ['Calendar'],
  params: Type.Object({ id: Id('Identifier of the link') }),
  'x-responses': responses(
    { 204: { description: 'It is revoked', headers: headers(...callerHeaders) } },
    { 400: 'InvalidAddress', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
