import { defineWords } from '../../words/words.ts';

export const todayWords = defineWords('today', {
  title: ['Today', 'Vandaag'],
  followUps: ['To follow up', 'Op terugkomen'],
  busy: ['In progress', 'Bezig'],
  planned: ['Scheduled today', 'Vandaag gepland'],
  done: ['Done', 'Gedaan'],
  doneOne: ['Done: {title}', 'Gedaan: {title}'],
  empty: ['Nothing for today', 'Niets voor vandaag'],
  emptyHint: [
    'Follow-ups that are due and today’s jobs appear here. Set a follow-up on the page of a lead or job.',
    'Hier staan de klussen van vandaag en waar je op terug moet komen. Een moment daarvoor kies je op de pagina van een aanvraag of klus.',
  ],
  toLeads: ['Go to leads', 'Naar de aanvragen'],
});
