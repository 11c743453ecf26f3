import { defineWords } from '../../words/words.ts';

export const historyWords = defineWords('history', {
  'lead.created': ['Lead received', 'Aanvraag binnengekomen'],
  'work_item.created': ['Job created', 'Klus aangemaakt'],
  updated: ['Changed: {fields}', 'Gewijzigd: {fields}'],
  detailsPurged: [
    'Changed; the details are no longer kept',
    'Gewijzigd; de details worden niet meer bewaard',
  ],
  moved: ['From “{before}” to “{after}”', 'Van “{before}” naar “{after}”'],
  assigned: ['Assigned to {name}', 'Toegewezen aan {name}'],
  unassigned: ['No longer assigned to anyone', 'Aan niemand meer toegewezen'],
  'work_item.follow_up_due': ['Time to follow up', 'Tijd om terug te bellen'],
  mailed: ['E-mailed to the customer', 'Mail naar de klant gestuurd'],
  receiptMailed: ['Receipt e-mailed to the customer', 'Ontvangstbevestiging naar de klant gemaild'],
  plannedMailed: [
    'Appointment e-mailed to the customer: {time}',
    'Afspraak naar de klant gemaild: {time}',
  ],
  movedMailed: [
    'Rescheduled appointment e-mailed to the customer: {time}',
    'Verplaatste afspraak naar de klant gemaild: {time}',
  ],
  cancelledMailed: [
    'Cancelled appointment e-mailed to the customer: {time}',
    'Geannuleerde afspraak naar de klant gemaild: {time}',
  ],
  reportMailed: ['Work report e-mailed to the customer', 'Werkbon naar de klant gemaild'],
  mailFailed: ['The customer could not be e-mailed', 'De klant kon niet worden gemaild'],
  archived: ['Archived', 'Gearchiveerd'],
  unarchived: ['Restored from archive', 'Uit archief gehaald'],
  deleted: ['Deleted', 'Verwijderd'],
  restored: ['Restored', 'Teruggehaald'],
  'photo.added': ['Photos added', 'Foto’s toegevoegd'],
  'photo.removed': ['Photo removed', 'Foto verwijderd'],
  'photo.stored': ['Photo stored', 'Foto opgeslagen'],
  'photo.failed': ['Photo could not be stored', 'Foto kon niet worden opgeslagen'],
  other: ['Other event ({type})', 'Andere gebeurtenis ({type})'],
  reason: ['Reason: {reason}', 'Reden: {reason}'],
  key: ['via the API', 'via de API'],
  member: ['a colleague', 'een collega'],
  system: ['automatically', 'automatisch'],
});
