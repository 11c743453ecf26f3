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
  conflict: ['Somebody changed this customer meanwhile', 'Iemand heeft deze klant net gewijzigd'],
  conflictHint: ['This is what it says now:', 'Dit staat er nu:'],
  empty: ['(empty)', '(leeg)'],
  same: ['Nothing that you see here is different.', 'Van wat je hier ziet is niets anders.'],
  keepMine: ['Save mine', 'Mijn versie opslaan'],
  useTheirs: ['Use theirs', 'Die versie overnemen'],
});
