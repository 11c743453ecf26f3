import { defineWords } from '../../../words/words.ts';

export const brandWords = defineWords('brand', {
  title: ['Business', 'Bedrijf'],
  name: ['Name', 'Naam'],
  nameHint: ['Shown to customers and members', 'Te zien voor klanten en medewerkers'],
  trade: ['Trade', 'Vak'],
  tradeHint: [
    'For example plumber; shown to customers below your name',
    'Bijvoorbeeld loodgieter; klanten zien het onder je naam',
  ],
  looksHint: [
    'Logo and colour are used on forms, work reports and e-mails to customers',
    'Logo en kleur staan op formulieren, werkbonnen en mails aan klanten',
  ],
  country: ['Country', 'Land'],
  countryHint: [
    'For addresses without a country, and to find places',
    'Voor adressen zonder land, en om plaatsen op te zoeken',
  ],
  language: ['Language', 'Taal'],
  languageHint: [
    'For e-mails sent on your behalf; everyone chooses their own language for the app',
    'Voor mails die namens jou worden verstuurd; in de app kiest iedereen een eigen taal',
  ],
  timeZone: ['Time zone', 'Tijdzone'],
  timeZoneHint: [
    'The calendar shows times in this time zone',
    'De agenda toont tijden in deze tijdzone',
  ],
  workingHours: ['Working hours', 'Werktijden'],
  workingHoursHint: [
    'Only these hours count when a lead waits for an answer',
    'Alleen deze uren tellen mee als een aanvraag op antwoord wacht',
  ],
  from: ['From', 'Van'],
  until: ['Until', 'Tot'],
  answer: ['Answer a lead within', 'Beantwoord een aanvraag binnen'],
  answerHint: [
    'After that it is marked on the board, and the owners are notified once more',
    'Daarna wordt hij gemarkeerd op het bord en krijgen de eigenaren nog een melding',
  ],
  answerNever: ['No time set', 'Geen tijd ingesteld'],
  nl: ['Dutch', 'Nederlands'],
  en: ['English', 'Engels'],
  save: ['Save', 'Opslaan'],
  saved: ['Saved', 'Opgeslagen'],
});
