import { type Static, Type } from 'typebox';
import { Id, nullable, Timestamp } from './field-types.ts';
import { calendarLinksMax, nameLengthMax } from './limits.ts';

export const NewCalendarLink = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: nameLengthMax,
      description: 'Whose phone it is for, to recognise it by',
      examples: ['Phone of Piet'],
    }),
  },
  { $id: 'NewCalendarLink', description: 'A calendar link to be made' },
);

const linkFields = {
  id: Id('Identifier of the link'),
  name: Type.String({ description: 'Whose phone it is for', examples: ['Phone of Piet'] }),
  memberId: nullable(Id('The member whose calendar it is; null for that of the whole brand')),
  createdAt: Timestamp('When it was made'),
  createdBy: nullable(Id('The member who made it; null when it was made through the API')),
};

export const CalendarLink = Type.Object(linkFields, {
  $id: 'CalendarLink',
  description: 'An address at which a phone reads the jobs; the address itself is not kept',
});

export const IssuedCalendarLink = Type.Object(
  {
    ...linkFields,
    url: Type.String({
      description: 'The address to subscribe to. Who has it sees the jobs; it is shown this once',
      examples: ['https://leads.example.com/v1/calendar/6cJq….ics'],
    }),
  },
  { $id: 'IssuedCalendarLink', description: 'A new calendar link with its address' },
);

// All of them: there are never more than fit on a page.
export const CalendarLinkPage = Type.Object(
  {
    data: Type.Array(CalendarLink, { description: 'The oldest first' }),
    limit: Type.Integer({
      description: 'The most links that a brand can have',
      examples: [calendarLinksMax],
    }),
  },
  { $id: 'CalendarLinkPage', description: 'The calendar links of the brand' },
);

export type NewCalendarLink = Static<typeof NewCalendarLink>;
export type CalendarLink = Static<typeof CalendarLink>;
