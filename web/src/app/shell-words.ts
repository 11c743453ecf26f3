import { defineWords } from '../words/words.ts';

export const shellWords = defineWords('shell', {
  leads: ['Leads', 'Aanvragen'],
  today: ['Today', 'Vandaag'],
  jobs: ['Jobs', 'Klussen'],
  calendar: ['Calendar', 'Agenda'],
  customers: ['Customers', 'Klanten'],
  tray: ['To check', 'Nakijken'],
  waiting: [
    '{count, plural, one {# waiting} other {# waiting}}',
    '{count, plural, one {# wacht} other {# wachten}}',
  ],
  overview: ['Overview', 'Overzicht'],
  settings: ['Settings', 'Instellingen'],
  signOut: ['Sign out', 'Uitloggen'],
  skip: ['Skip to content', 'Naar de inhoud'],
  navigation: ['Main navigation', 'Hoofdnavigatie'],
  switchBrand: ['Switch to {name}', 'Wisselen naar {name}'],
  offline: [
    'You are offline. This is the data that was loaded last. Notes, photos, status changes, appointments and new leads are sent later; other changes have to wait.',
    'Je bent offline. Dit zijn de laatst geladen gegevens. Notities, foto’s, statuswijzigingen, afspraken en nieuwe aanvragen worden later verstuurd; andere wijzigingen moeten wachten.',
  ],
  testSide: ['Test environment', 'Testomgeving'],
  nothingReal: ['Test environment: nothing here is real', 'Testomgeving: niets hier is echt'],
  toTest: ['Switch to the test environment', 'Naar de testomgeving'],
  toLive: ['Back to live', 'Terug naar live'],
  guide: ['Integration guide', 'Handleiding voor koppelingen'],
});
