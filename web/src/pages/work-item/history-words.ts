import { defineWords } from '../../words/words.ts';

export const historyWords = defineWords('history', {
  'lead.created': ['Lead came in', 'Aanvraag binnengekomen'],
  'work_item.created': ['Job made', 'Klus gemaakt'],
  updated: ['Changed: {fields}', 'Gewijzigd: {fields}'],
  forgotten: ['Changed; what is no longer kept', 'Gewijzigd; wat wordt niet meer bewaard'],
  moved: ['From “{before}” to “{after}”', 'Van “{before}” naar “{after}”'],
  archived: ['Archived', 'Gearchiveerd'],
  unarchived: ['Taken out of the archive', 'Uit het archief gehaald'],
  deleted: ['Deleted', 'Verwijderd'],
  restored: ['Brought back', 'Teruggehaald'],
  'photo.stored': ['Photo stored', 'Foto opgeslagen'],
  'photo.failed': ['Photo could not be fetched', 'Foto kon niet opgehaald worden'],
  other: ['Something happened ({type})', 'Er gebeurde iets ({type})'],
  reason: ['Reason: {reason}', 'Reden: {reason}'],
  key: ['through the API', 'via de API'],
  member: ['a member', 'een collega'],
  system: ['by itself', 'automatisch'],
});
