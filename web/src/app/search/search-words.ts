import { defineWords } from '../../words/words.ts';

export const searchWords = defineWords('search', {
  search: ['Search', 'Zoeken'],
  placeholder: ['Lead, job, customer or address', 'Aanvraag, klus, klant of adres'],
  results: ['Results', 'Resultaten'],
  leads: ['Leads', 'Aanvragen'],
  jobs: ['Jobs', 'Klussen'],
  customers: ['Customers', 'Klanten'],
  addresses: ['Addresses', 'Adressen'],
  places: ['Go to', 'Ga naar'],
  nothing: ['Nothing found', 'Niets gevonden'],
  found: [
    '{count, plural, one {# result} other {# results}}',
    '{count, plural, one {# resultaat} other {# resultaten}}',
  ],
  keys: ['Keyboard shortcuts', 'Sneltoetsen'],
  letters: ['Use single-letter shortcuts', 'Sneltoetsen van één letter gebruiken'],
  newLead: ['New lead', 'Nieuwe aanvraag'],
  nextRow: ['Next card or row', 'Volgende kaart of rij'],
  previousRow: ['Previous card or row', 'Vorige kaart of rij'],
  open: ['Open card or row', 'Kaart of rij openen'],
  or: ['or', 'of'],
});
