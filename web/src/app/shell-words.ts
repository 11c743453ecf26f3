import { defineWords } from '../words/words.ts';

export const shellWords = defineWords('shell', {
  leads: ['Leads', 'Aanvragen'],
  jobs: ['Jobs', 'Klussen'],
  calendar: ['Calendar', 'Agenda'],
  customers: ['Customers', 'Klanten'],
  overview: ['Overview', 'Overzicht'],
  settings: ['Settings', 'Instellingen'],
  signOut: ['Sign out', 'Uitloggen'],
  skip: ['Skip to content', 'Naar de inhoud'],
  navigation: ['Main navigation', 'Hoofdnavigatie'],
  switchBrand: ['Switch to {name}', 'Overstappen naar {name}'],
  offline: [
    'You are offline. You see what was loaded last; changes have to wait.',
    'Je bent offline. Je ziet wat het laatst geladen is; wijzigen kan straks weer.',
  ],
  guide: ['Guide for integrators', 'Handleiding voor koppelingen'],
});
