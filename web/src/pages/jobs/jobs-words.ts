import { defineWords } from '../../words/words.ts';

export const jobsWords = defineWords('jobs', {
  title: ['Jobs', 'Klussen'],
  newJob: ['New job', 'Nieuwe klus'],
  search: ['Search jobs', 'Zoek in klussen'],
  show: ['Which jobs', 'Welke klussen'],
  open: ['Open', 'Open'],
  completed: ['Done', 'Klaar'],
  cancelled: ['Cancelled', 'Geannuleerd'],
  archived: ['Archive', 'Archief'],
  priority: ['Priority', 'Prioriteit'],
  anyPriority: ['Any priority', 'Elke prioriteit'],
  busy: ['In progress', 'Bezig'],
  overdue: ['Overdue', 'Te laat'],
  today: ['Today', 'Vandaag'],
  coming: ['Coming', 'Binnenkort'],
  unplanned: ['To be planned', 'Nog in te plannen'],
  emptyTitle: ['No jobs yet', 'Nog geen klussen'],
  emptyHint: [
    'Open a lead and choose “Make it a job”, or enter a job by hand.',
    'Open een aanvraag en kies “Maak er een klus van”, of voer zelf een klus in.',
  ],
  noneTitle: ['Nothing found', 'Niets gevonden'],
  noneHint: ['Try other words or another filter.', 'Probeer andere woorden of een ander filter.'],
  toLeads: ['To the leads', 'Naar de aanvragen'],
});
