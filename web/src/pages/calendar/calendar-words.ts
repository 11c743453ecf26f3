import { defineWords } from '../../words/words.ts';

export const calendarWords = defineWords('calendar', {
  title: ['Calendar', 'Agenda'],
  view: ['How to show it', 'Weergave'],
  list: ['List', 'Lijst'],
  week: ['Week', 'Week'],
  days: ['{count} days', '{count} dagen'],
  month: ['Month', 'Maand'],
  previous: ['Previous', 'Vorige'],
  next: ['Next', 'Volgende'],
  today: ['Today', 'Vandaag'],
  newJob: ['New job', 'Nieuwe klus'],
  free: ['Nothing planned', 'Niets gepland'],
  freeWeek: ['Nothing planned in these days', 'Niets gepland in deze dagen'],
  freeWeekHint: [
    'Make a lead a job and choose a day, or plan a job that has none yet.',
    'Maak van een aanvraag een klus en kies een dag, of plan een klus in die er nog geen heeft.',
  ],
  toLeads: ['To the leads', 'Naar de aanvragen'],
  tray: ['To be planned', 'Nog in te plannen'],
  trayHint: [
    'Choose “Plan” to give a job a time.',
    'Kies “Inplannen” om een klus een tijd te geven.',
  ],
  trayDragHint: [
    'Drag a job to the calendar, or choose “Plan”.',
    'Sleep een klus naar de agenda, of kies “Inplannen”.',
  ],
  trayEmpty: [
    'Everything is planned. Jobs without a date appear here: make a lead a job and plan it later.',
    'Alles is ingepland. Klussen zonder datum komen hier te staan: maak van een aanvraag een klus en plan die later in.',
  ],
  holdHint: ['Hold a job to move it.', 'Houd een klus vast om hem te verplaatsen.'],
  plan: ['Plan', 'Inplannen'],
  planJob: ['Plan “{title}”', '“{title}” inplannen'],
  reschedule: ['Reschedule', 'Verzetten'],
  rescheduleJob: ['Reschedule “{title}”', '“{title}” verzetten'],
  open: ['Open the job', 'Klus openen'],
  moved: ['“{title}” is now on {time}', '“{title}” staat nu op {time}'],
  tooMany: [
    'There are more jobs in this period than are shown here.',
    'Er zijn meer klussen in deze periode dan hier te zien zijn.',
  ],
  allDay: ['All day', 'Hele dag'],
  timeSlot: ['New job at', 'Nieuwe klus op'],
  more: ['{count} more', 'nog {count}'],
  moreTitle: ['All jobs of the day', 'Alle klussen van de dag'],
});
