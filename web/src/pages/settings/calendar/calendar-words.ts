import { defineWords } from '../../../words/words.ts';

export const calendarWords = defineWords('calendarLinks', {
  title: ['Calendar link', 'Agendalink'],
  hint: [
    'See your scheduled jobs in your phone’s calendar; changes appear automatically. Create a separate link for each phone.',
    'Zet je geplande klussen in de agenda van je telefoon; wijzigingen verschijnen vanzelf. Maak voor elke telefoon een eigen link.',
  ],
  careful: [
    'Anyone with the link can see the jobs, including names, addresses and phone numbers.',
    'Iedereen met de link ziet de klussen, met namen, adressen en telefoonnummers.',
  ],
  make: ['New link', 'Nieuwe link'],
  name: ['Whose phone is it for?', 'Voor wiens telefoon?'],
  nameExample: ['Piet’s phone', 'Telefoon van Piet'],
  create: ['Create link', 'Link maken'],
  ready: ['Link for {name}', 'Link voor {name}'],
  once: [
    'Copy it now: it is shown only once. On an iPhone or Mac, the first address opens the calendar; use the second one for Google and Outlook.',
    'Kopieer hem nu: je ziet hem maar één keer. Op een iPhone of Mac opent het eerste adres de agenda; gebruik het tweede voor Google en Outlook.',
  ],
  subscribe: ['Add to this device’s calendar', 'Toevoegen aan de agenda van dit apparaat'],
  webcal: ['Address for iPhone and Mac', 'Adres voor iPhone en Mac'],
  https: ['Address for Google and Outlook', 'Adres voor Google en Outlook'],
  links: ['Links in use', 'Links in gebruik'],
  none: ['No links yet. Create one above.', 'Nog geen links. Maak er hierboven een.'],
  made: ['Created on {date}', 'Gemaakt op {date}'],
  revoke: ['Revoke', 'Intrekken'],
  revokeWhich: ['Revoke link “{name}”', 'Link “{name}” intrekken'],
  revokeTitle: ['Revoke “{name}”?', '“{name}” intrekken?'],
  revokeText: [
    'The calendar that uses this link will no longer show jobs.',
    'De agenda die deze link gebruikt, toont dan geen klussen meer.',
  ],
});
