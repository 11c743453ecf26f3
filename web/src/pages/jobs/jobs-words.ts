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
  completedTitle: ['Nothing is done yet', 'Nog niets klaar'],
  completedHint: [
    'A job comes here when you choose “Finish the job” on its page.',
    'Een klus komt hier als je op zijn pagina “Klus afronden” kiest.',
  ],
  cancelledTitle: ['Nothing was cancelled', 'Niets geannuleerd'],
  cancelledHint: [
    'Jobs that you cancel stay here, to look up or to take up again.',
    'Klussen die je annuleert blijven hier staan, om na te kijken of weer op te pakken.',
  ],
  archivedTitle: ['The archive is empty', 'Het archief is leeg'],
  archivedHint: [
    'What you archive on a job’s page, under “More”, leaves the other lists and stays here.',
    'Wat je op de pagina van een klus onder “Meer” archiveert, gaat uit de andere lijsten en blijft hier staan.',
  ],
  clearFilters: ['Clear filters', 'Filters wissen'],
  toOpen: ['To the open jobs', 'Naar de open klussen'],
  toLeads: ['To the leads', 'Naar de aanvragen'],
});
