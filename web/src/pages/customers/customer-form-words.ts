import { defineWords } from '../../words/words.ts';

export const customerFormWords = defineWords('customerForm', {
  title: ['Edit customer', 'Klant bewerken'],
  name: ['Name', 'Naam'],
  firstName: ['First name', 'Voornaam'],
  lastName: ['Last name', 'Achternaam'],
  companyName: ['Company', 'Bedrijf'],
  email: ['E-mail address', 'E-mailadres'],
  phone: ['Phone', 'Telefoon'],
  secondaryPhone: ['Second phone', 'Tweede telefoon'],
  notes: ['Notes', 'Notities'],
  tags: ['Tags', 'Labels'],
  tagsHint: ['Type a tag and press Enter', 'Typ een label en druk op Enter'],
  save: ['Save', 'Opslaan'],
  saved: ['Saved', 'Opgeslagen'],
  conflict: [
    'Someone else changed this customer in the meantime',
    'Iemand anders heeft deze klant intussen gewijzigd',
  ],
  conflictHint: ['This is the current version:', 'Dit staat er nu:'],
  empty: ['(empty)', '(leeg)'],
  same: ['Nothing shown here has changed.', 'Wat je hier ziet, is niet veranderd.'],
  keepMine: ['Save my version', 'Mijn versie opslaan'],
  useTheirs: ['Use their version', 'Andere versie overnemen'],
});
