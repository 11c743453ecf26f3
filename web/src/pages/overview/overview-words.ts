import { defineWords } from '../../words/words.ts';

export const overviewWords = defineWords('overview', {
  title: ['Overview', 'Overzicht'],
  period: ['Period', 'Periode'],
  days: ['{count} days', '{count} dagen'],
  none: ['Nothing to show yet', 'Nog niets te zien'],
  cut: [
    'So much happened in these days that only the latest part is counted here.',
    'Er is in deze periode zo veel gebeurd dat alleen het laatste deel is meegeteld.',
  ],
  noneHint: [
    'As soon as leads come in, you see here how many, where from and what became of them.',
    'Zodra er aanvragen binnenkomen, zie je hier hoeveel, waarvandaan en wat ervan komt.',
  ],
  toLeads: ['To the leads', 'Naar de aanvragen'],
  leads: ['Leads', 'Aanvragen'],
  response: ['Typical time to first response', 'Gebruikelijke tijd tot eerste reactie'],
  atOnce: ['< 1 minute', '< 1 minuut'],
  noResponse: ['Not known yet', 'Nog niet bekend'],
  responseHint: [
    'Half of the leads were answered faster.',
    'De helft van de aanvragen kreeg sneller antwoord.',
  ],
  conversion: ['Became a job', 'Klus geworden'],
  conversionHint: ['{converted} of {leads} leads', '{converted} van {leads} aanvragen'],
  perDay: ['Leads per day', 'Aanvragen per dag'],
  date: ['Date', 'Datum'],
  lead: ['Leads', 'Aanvragen'],
  converted: ['Became a job', 'Klus geworden'],
  lost: ['Lost', 'Verloren'],
  perSource: ['Leads per source', 'Aanvragen per herkomst'],
  source: ['Source', 'Herkomst'],
  noSources: ['No leads in this period.', 'Geen aanvragen in deze periode.'],
  api: ['Traffic of the API', 'Verkeer van de API'],
  apiHint: [
    'Everything that was asked of the API: by websites and programs with your keys, and by this app.',
    'Alles wat er aan de API gevraagd is: door websites en programma’s met je sleutels, en door deze app.',
  ],
  requests: ['Requests', 'Verzoeken'],
  refused: ['Refused', 'Geweigerd'],
  toLog: ['To the request log', 'Naar het verzoekenlogboek'],
  asTable: ['As a table', 'Als tabel'],
  plotOf: [
    '{what}: the table below has the same numbers',
    '{what}: de tabel eronder heeft dezelfde getallen',
  ],
});
