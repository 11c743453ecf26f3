import { defineWords } from '../../words/words.ts';

export const jobsWords = defineWords('jobs', {
  title: ['Jobs', 'Klussen'],
  newJob: ['New job', 'Nieuwe klus'],
  search: ['Search jobs', 'Klussen zoeken'],
  show: ['Jobs shown', 'Getoonde klussen'],
  open: ['Open', 'Open'],
  completed: ['Done', 'Klaar'],
  cancelled: ['Cancelled', 'Geannuleerd'],
  archived: ['Archive', 'Archief'],
  priority: ['Priority', 'Prioriteit'],
  anyPriority: ['Any priority', 'Elke prioriteit'],
  busy: ['In progress', 'Bezig'],
  overdue: ['Overdue', 'Te laat'],
  today: ['Today', 'Vandaag'],
  coming: ['Upcoming', 'Binnenkort'],
  unplanned: ['To be scheduled', 'Nog in te plannen'],
  emptyTitle: ['No jobs yet', 'Nog geen klussen'],
  emptyHint: [
    'Open a lead and choose “Convert to job”, or enter a job by hand.',
    'Open een aanvraag en kies “Maak er een klus van”, of voer zelf een klus in.',
  ],
  noneTitle: ['Nothing found', 'Niets gevonden'],
  noneHint: ['Try other words or another filter.', 'Probeer andere woorden of een ander filter.'],
  completedTitle: ['No finished jobs yet', 'Nog geen afgeronde klussen'],
  completedHint: [
    'Jobs appear here once you choose “Finish job” on their page.',
    'Een klus komt hier te staan zodra je op de pagina “Klus afronden” kiest.',
  ],
  cancelledTitle: ['No cancelled jobs', 'Geen geannuleerde klussen'],
  cancelledHint: [
    'Jobs you cancel stay here, to look up or reopen.',
    'Klussen die je annuleert blijven hier staan, om terug te zoeken of te heropenen.',
  ],
  archivedTitle: ['The archive is empty', 'Het archief is leeg'],
  archivedHint: [
    'Jobs you archive (on the job’s page, under “More”) disappear from the other lists and stay here.',
    'Klussen die je archiveert (op de pagina van de klus, onder “Meer”) verdwijnen uit de andere lijsten en blijven hier staan.',
  ],
  clearFilters: ['Clear filters', 'Filters wissen'],
  toOpen: ['Go to open jobs', 'Naar de open klussen'],
  toLeads: ['Go to leads', 'Naar de aanvragen'],
});
