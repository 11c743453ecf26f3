import { defineWords } from '../../../words/words.ts';

export const testSideWords = defineWords('test-side', {
  title: ['Test environment', 'Testomgeving'],
  about: ['Try things out', 'Dingen uitproberen'],
  what: [
    'The test environment has its own leads, customers, API keys and webhooks. Nothing you do there reaches your real data.',
    'De testomgeving heeft eigen aanvragen, klanten, API-sleutels en webhooks. Wat je daar doet, raakt je echte gegevens niet.',
  ],
  kept: [
    'Test data is deleted after 30 days. API keys that you create there are test keys.',
    'Testgegevens worden na 30 dagen verwijderd. API-sleutels die je daar maakt, zijn testsleutels.',
  ],
  toTest: ['Switch to the test environment', 'Naar de testomgeving'],
  toLive: ['Back to live', 'Terug naar live'],
  empty: ['Empty test environment', 'Testomgeving leegmaken'],
  emptyHint: [
    'Deletes all test leads, jobs, customers and events. API keys, webhooks and calendar links stay.',
    'Verwijdert alle aanvragen, klussen, klanten en gebeurtenissen van de testomgeving. API-sleutels, webhooks en agendalinks blijven.',
  ],
  reallyEmpty: ['Empty the test environment?', 'Testomgeving leegmaken?'],
  emptyText: [
    'All test data is deleted for good. Your real data stays.',
    'Alle testgegevens worden voorgoed verwijderd. Je echte gegevens blijven.',
  ],
  emptied: ['The test environment is empty', 'De testomgeving is leeg'],
  emptying: [
    'The test environment is being emptied; this takes a moment',
    'De testomgeving wordt leeggemaakt; dit duurt even',
  ],
});
