import { defineWords } from '../../words/words.ts';

export const todayWords = defineWords('today', {
  title: ['Today', 'Vandaag'],
  followUps: ['To follow up', 'Terugbellen'],
  busy: ['In progress', 'Bezig'],
  planned: ['Scheduled today', 'Vandaag gepland'],
  done: ['Done', 'Gedaan'],
  doneOne: ['Done: {title}', 'Gedaan: {title}'],
  empty: ['Nothing for today', 'Niets voor vandaag'],
  emptyHint: [
    'Follow-ups that are due and today’s jobs appear here. Set a follow-up on the page of a lead or job.',
    'Hier staan de klussen van vandaag en wie je moet terugbellen. Wanneer je terugbelt, stel je in op de pagina van een aanvraag of klus.',
  ],
  toLeads: ['Go to leads', 'Naar de aanvragen'],
});
