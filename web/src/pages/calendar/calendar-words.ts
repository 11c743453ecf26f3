import { defineWords } from '../../words/words.ts';

export const calendarWords = defineWords('calendar', {
  title: ['Calendar', 'Agenda'],
  view: ['View', 'Weergave'],
  list: ['List', 'Lijst'],
  week: ['Week', 'Week'],
  days: ['{count} days', '{count} dagen'],
  month: ['Month', 'Maand'],
  previous: ['Previous', 'Vorige'],
  next: ['Next', 'Volgende'],
  today: ['Today', 'Vandaag'],
  newJob: ['New job', 'Nieuwe klus'],
  free: ['Nothing scheduled', 'Niets gepland'],
  freeWeek: ['Nothing scheduled for these days', 'Niets gepland op deze dagen'],
  freeWeekHint: [
    'Turn a lead into a job and choose a day, or schedule a job that has no date yet.',
    'Maak van een aanvraag een klus en kies een dag, of plan een klus in die nog geen datum heeft.',
  ],
  toLeads: ['Go to leads', 'Naar de aanvragen'],
  tray: ['To be scheduled', 'Nog in te plannen'],
  trayHint: [
    'Choose “Schedule” to give a job a time.',
    'Kies “Inplannen” om een klus een tijd te geven.',
  ],
  trayDragHint: [
    'Drag a job to the calendar, or choose “Schedule”.',
    'Sleep een klus naar de agenda, of kies “Inplannen”.',
  ],
  trayEmpty: [
    'Everything is scheduled. Jobs without a date appear here: turn a lead into a job and schedule it later.',
    'Alles is ingepland. Klussen zonder datum komen hier te staan: maak van een aanvraag een klus en plan die later in.',
  ],
  holdHint: ['Press and hold a job to move it.', 'Houd een klus ingedrukt om hem te verplaatsen.'],
  plan: ['Schedule', 'Inplannen'],
  planJob: ['Schedule “{title}”', '“{title}” inplannen'],
  reschedule: ['Reschedule', 'Verzetten'],
  rescheduleJob: ['Reschedule “{title}”', '“{title}” verzetten'],
  open: ['Open job', 'Klus openen'],
  moved: ['“{title}” is now scheduled for {time}', '“{title}” staat nu op {time}'],
  tooMany: [
    'This period has more jobs than can be shown here.',
    'Er zijn in deze periode meer klussen dan hier getoond kunnen worden.',
  ],
  allDay: ['All day', 'Hele dag'],
  timeSlot: ['New job at', 'Nieuwe klus op'],
  more: ['{count} more', 'nog {count}'],
  moreTitle: ['All jobs on this day', 'Alle klussen van deze dag'],
});
