import { type Static, Type } from 'typebox';
import { Id, nullable, Timestamp } from './field-types.ts';
import { calendarLinksMax, nameLengthMax } from './limits.ts';

export const NewCalendarLink = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: nameLengthMax,
      description: 'A label, such as whose phone it is for',
      examples: ['Piet’s phone'],
    }),
  },
  { $id: 'NewCalendarLink', description: 'A calendar link to create' },
);

const linkFields = {
  id: Id('Identifier of the link'),
  name: Type.String({ description: 'The label', examples: ['Piet’s phone'] }),
  memberId: nullable(Id('The member whose calendar it is; null for the whole brand')),
  createdAt: Timestamp('When it was created'),
  createdBy: nullable(Id('The member who created it; null when it was created with an API key')),
};

export const CalendarLink = Type.Object(linkFields, {
  $id: 'CalendarLink',
  description: 'A link to a calendar of jobs, without its URL, which is not stored',
});

export const IssuedCalendarLink = Type.Object(
  {
    ...linkFields,
    url: Type.String({
      description:
        'The URL to subscribe to. Anyone who has it sees the jobs; it is shown only once',
      examples: ['https://leads.example.com/v1/calendar/6cJq….ics'],
    }),
  },
  { $id: 'IssuedCalendarLink', description: 'A new calendar link with its URL' },
);

// Not paged: the maximum fits on one page.
export const CalendarLinkPage = Type.Object(
  {
    data: Type.Array(CalendarLink, { description: 'Oldest first' }),
    limit: Type.Integer({
      description: 'The maximum number of links per brand',
      examples: [calendarLinksMax],
    }),
  },
  { $id: 'CalendarLinkPage', description: 'The calendar links of the brand' },
);

export type NewCalendarLink = Static<typeof NewCalendarLink>;
export type CalendarLink = Static<typeof CalendarLink>;
