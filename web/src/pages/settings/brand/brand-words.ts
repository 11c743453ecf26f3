import { defineWords } from '../../../words/words.ts';

export const brandWords = defineWords('brand', {
  title: ['Business', 'Bedrijf'],
  name: ['Name', 'Naam'],
  nameHint: ['As members and calendars show it', 'Zoals medewerkers en agenda’s hem tonen'],
  country: ['Country', 'Land'],
  countryHint: [
    'For addresses that name none, and to find places',
    'Voor adressen zonder land, en om plaatsen te vinden',
  ],
  language: ['Language', 'Taal'],
  languageHint: [
    'Of the mails that are sent for you; everybody chooses their own for the app',
    'Van de mails die voor je verstuurd worden; in de app kiest iedereen zijn eigen taal',
  ],
  timeZone: ['Time zone', 'Tijdzone'],
  timeZoneHint: ['Times in the calendar are shown in it', 'Tijden in de agenda staan hierin'],
  nl: ['Dutch', 'Nederlands'],
  en: ['English', 'Engels'],
  save: ['Save', 'Opslaan'],
  saved: ['Saved', 'Opgeslagen'],
});
