import { defineWords } from '../../../words/words.ts';

export const calendarWords = defineWords('calendarLinks', {
  title: ['Calendar link', 'Agendalink'],
  hint: [
    'The calendar on a phone can show your planned jobs, and keeps up with changes by itself. Make a link for each phone.',
    'De agenda op een telefoon kan je geplande klussen tonen, en werkt zichzelf bij. Maak voor elke telefoon een eigen link.',
  ],
  careful: [
    'Whoever has the link sees the jobs, with names, addresses and phone numbers.',
    'Wie de link heeft, ziet de klussen met namen, adressen en telefoonnummers.',
  ],
  make: ['New link', 'Nieuwe link'],
  name: ['Whose phone is it for?', 'Voor wiens telefoon?'],
  nameExample: ['Phone of Piet', 'Telefoon van Piet'],
  create: ['Make the link', 'Link maken'],
  ready: ['Link for {name}', 'Link voor {name}'],
  once: [
    'Copy it now, it is shown this once. On an iPhone or Mac the first one opens the calendar; Google and Outlook want the second.',
    'Kopieer hem nu, je ziet hem alleen deze keer. Op een iPhone of Mac opent de eerste de agenda; Google en Outlook willen de tweede.',
  ],
  subscribe: ['Add to the calendar of this device', 'Zet in de agenda van dit apparaat'],
  webcal: ['Address for iPhone and Mac', 'Adres voor iPhone en Mac'],
  https: ['Address for Google and Outlook', 'Adres voor Google en Outlook'],
  links: ['Links in use', 'Links in gebruik'],
  none: [
    'There are no links yet. Make one above.',
    'Er zijn nog geen links. Maak er hierboven een.',
  ],
  made: ['Made {date}', 'Gemaakt op {date}'],
  revoke: ['Revoke', 'Intrekken'],
  revokeWhich: ['Revoke the link “{name}”', 'Link “{name}” intrekken'],
  revokeTitle: ['Revoke “{name}”?', '“{name}” intrekken?'],
  revokeText: [
    'The calendar that uses it no longer sees any jobs.',
    'De agenda die hem gebruikt, ziet geen klussen meer.',
  ],
});
